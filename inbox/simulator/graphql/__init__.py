"""The GraphQL endpoint: graphql-core over a true subset of GitHub's schema.

graphql-core is imported here and nowhere else, and only once the first query arrives.
"""
