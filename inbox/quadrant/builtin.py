"""The rules that hold without being configured, each with the sentence that says why.

Critical is what many depend on; irreversible is what a revert does not bring back. Both together
interrupt a person, so only what earns it has both: an ordinary change of source, tests or prose
meets no rule here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from inbox.policy import Rule

SUBMODULES = Rule(
    "submodules",
    (".gitmodules",),
    critical=True,
    irreversible=True,
    reason="a submodule brings in a commit of another repository that nobody sees here",
)
GIT_ATTRIBUTES = Rule(
    "git-attributes",
    (".gitattributes",),
    critical=True,
    irreversible=True,
    reason="attributes decide what a diff shows and which programs git runs",
)
TYPE_CHANGES = Rule(
    "type-changes",
    (),
    critical=True,
    irreversible=True,
    reason="a file became a link, a submodule or the reverse, which its diff does not show",
)
EMPTY_PULL_REQUEST = Rule(
    "empty-pull-request",
    (),
    critical=True,
    irreversible=True,
    reason="it changes no file, so nothing shows what a merge would do",
)
INCOMPLETE_FILE_LIST = Rule(
    "incomplete-file-list",
    (),
    critical=True,
    irreversible=True,
    reason="GitHub does not list all of its files, so nobody can rule out the worst",
)
DELETIONS = Rule(
    "deletions", (), irreversible=True, reason="what others relied on is gone once it is deleted"
)

FIXED_RULES = (SUBMODULES, GIT_ATTRIBUTES, TYPE_CHANGES)
"""What no configuration switches off (interface.md, "The classifier"), in the order of naming."""

RESERVED_NAMES = frozenset(
    rule.name for rule in (*FIXED_RULES, EMPTY_PULL_REQUEST, INCOMPLETE_FILE_LIST, DELETIONS)
)


def _each(patterns: str) -> tuple[str, ...]:
    return tuple(patterns.split())


_DEFAULTS = (
    Rule(
        "ci-definitions",
        _each("""
            /.github/workflows/ /.github/actions/ /action.yml /action.yaml
            .gitlab-ci.yml /.gitlab/ci/ /.forgejo/workflows/ /.gitea/workflows/ /.ci/
            /.circleci/ /.buildkite/ /.semaphore/ /.teamcity/ /.woodpecker/ /.woodpecker.y*ml
            /.azure-pipelines/ /azure-pipelines*.y*ml /bitbucket-pipelines.yml /buildspec*.y*ml
            /.cirrus.yml /.drone.y*ml /.travis.yml /appveyor.yml /.appveyor.yml /cloudbuild.y*ml
            Jenkinsfile*
        """),
        critical=True,
        irreversible=True,
        reason="it runs with the repository's secrets, and a secret that leaked stays leaked",
    ),
    Rule(
        "release-files",
        _each("""
            /.goreleaser.y*ml /goreleaser.y*ml /.releaserc* /release.config.* /.release-it.*
            /.release-please-manifest.json /release-please-config.json /.changeset/config.json
            /.bumpversion.* /dist-workspace.toml
        """),
        critical=True,
        irreversible=True,
        reason="it decides what is published, and a published version cannot be called back",
    ),
    Rule(
        "deploy-files",
        _each("""
            *.tf *.tf.json *.tofu *.hcl *.bicep
            /deploy/ /deployment/ /deployments/ /infra/ /infrastructure/ /terraform/
            /k8s/ /kubernetes/ /helm/ /charts/ /ansible/
            kustomization.y*ml Chart.yaml helmfile.y*ml serverless.y*ml cdk.json Pulumi*.y*ml
            wrangler.toml wrangler.json wrangler.jsonc firestore.rules storage.rules
            /Procfile /app.yaml /fly*.toml /render.yaml /vercel.json /netlify.toml /firebase.json
            /railway.json /railway.toml /CNAME
            !*.md !*.mdx !*.rst !*.adoc
        """),
        critical=True,
        irreversible=True,
        reason="it changes running systems, and what they lose by it a revert does not restore",
    ),
    Rule(
        "build-files",
        _each("""
            Dockerfile* *.Dockerfile Containerfile* docker-bake.*
            compose.y*ml compose.*.y*ml docker-compose*.y*ml
            [Mm]akefile GNUmakefile *.mk [Jj]ustfile CMakeLists.txt meson.build flake.nix
            BUILD BUILD.bazel MODULE.bazel WORKSPACE build.gradle* settings.gradle* pom.xml
            package.json pyproject.toml setup.py setup.cfg Cargo.toml build.rs go.mod
            Gemfile *.gemspec composer.json .pre-commit-config.yaml
        """),
        critical=True,
        reason="it decides what is built and which code runs while building",
    ),
    Rule(
        "licence",
        _each("""
            /LICEN[CS]E /LICEN[CS]E.* /LICEN[CS]E-* /LICENSES/ /COPYING* /PATENTS*
            /[Ll]icen[cs]e /[Ll]icen[cs]e.md /[Ll]icen[cs]e.txt /NOTICE /NOTICE.*
        """),
        critical=True,
        irreversible=True,
        reason="rights once granted to others cannot be taken back",
    ),
    Rule(
        "security-files",
        _each("""
            SECURITY.md security.txt .gitleaks* .semgrep* .snyk .trivyignore*
            /.github/dependabot.y*ml /.github/codeql/ /.github/secret_scanning.yml
            /renovate.json* /.renovaterc*
        """),
        critical=True,
        reason="it decides how weaknesses are found and reported",
    ),
    Rule(
        "migrations",
        _each("""
            migrations/ **/db/migrate/ **/db/changelog/ **/alembic/versions/
            V[0-9]*__*.sql *.up.sql *.down.sql
            schema.sql structure.sql **/db/schema.rb schema.prisma
            !*.md !*.mdx !*.rst !*.adoc
        """),
        critical=True,
        irreversible=True,
        reason="it changes stored data, and what was dropped or rewritten does not come back",
    ),
    Rule(
        "schemas",
        _each("""
            *.proto *.avsc *.thrift *.graphqls schema.graphql *.schema.json
            openapi*.y*ml openapi*.json swagger*.y*ml swagger*.json
        """),
        critical=True,
        reason="other programs depend on this form of the data",
    ),
    Rule(
        "secrets-and-keys",
        _each("""
            .env .env.* !.env.example !.env.sample !.env.template !.env.dist
            *.pem *.key *.p8 *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.gpg *.age
            *.tfvars *.tfvars.json *.tfstate *.tfstate.*
            id_rsa* id_dsa* id_ecdsa* id_ed25519* authorized_keys *.kubeconfig
            .netrc .npmrc .pypirc .htpasswd .sops.y*ml *.sops.*
            secrets.y*ml secrets.json secrets.toml *.secret *.secrets
            credentials.json credentials.y*ml credentials.yml.enc service[-_]account*.json
        """),
        critical=True,
        irreversible=True,
        reason="a secret that was published once has to be replaced everywhere",
    ),
    Rule(
        "ownership",
        _each("""
            CODEOWNERS OWNERS OWNERS_ALIASES /MAINTAINERS* /GOVERNANCE*
            /.github/settings.y*ml /.github/FUNDING.yml /.asf.yaml
        """),
        critical=True,
        irreversible=True,
        reason="it decides who may approve changes, this kind among them",
    ),
)


def built_in_rules(own_configuration: Iterable[str]) -> tuple[Rule, ...]:
    """The built-in rules in the order of naming; `own_configuration` holds our files' paths."""
    paths = (f"/{_escaped(path.removeprefix('./'))}" for path in own_configuration)
    own = Rule(
        "inbox-configuration",
        tuple(dict.fromkeys(paths)),
        critical=True,
        irreversible=True,
        reason="it decides whose answers count and what the owner is asked about",
    )
    return (own, *_DEFAULTS)


def _escaped(path: str) -> str:
    """`path` as the pattern of that one file."""
    return re.sub(r"([\\*?\[!# ])", r"\\\1", path)
