"""How things look in REST answers: one function per schema of GitHub's OpenAPI description."""
