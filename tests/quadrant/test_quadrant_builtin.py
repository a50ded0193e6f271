"""What the built-in rules ask about, and what they leave alone (interface.md, "The classifier")."""

from __future__ import annotations

import re

import pytest

from inbox.policy import Rule
from inbox.quadrant.builtin import FIXED_RULES, RESERVED_NAMES, built_in_rules
from inbox.quadrant.classify import Quadrant, classify
from inbox.quadrant.files import ChangedFile, FileStatus
from inbox.quadrant.patterns import path_set

RULES = built_in_rules(["config/owner.yml", "./ops/inbox projects.yml"])
EVERY_RULE = pytest.mark.parametrize("rule", [*RULES, *FIXED_RULES], ids=lambda rule: rule.name)


def words(text: str) -> list[str]:
    return text.split()


def quadrant_of(path: str, rules: tuple[Rule, ...] = RULES) -> str:
    return classify(
        [ChangedFile(path, FileStatus.MODIFIED)], complete=True, rules=rules
    ).quadrant.value


@pytest.mark.parametrize(
    "path",
    words("""
    README.md docs/guide.md src/app.py src/components/Button.tsx tests/test_app.py cmd/main.go
    lib/migrations_test.rb src/license_check.py src/secrets.py internal/secrets/vault.go
    .env.example docs/migrations/v2.md .github/ISSUE_TEMPLATE/bug.yml .gitignore poetry.lock
    vendor/lib/LICENSE src/schema.ts public/index.html k8s.md monkey.py assets/key.png
    """),
)
def test_an_ordinary_change_is_a(path: str) -> None:
    assert quadrant_of(path) == "A"


@pytest.mark.parametrize(
    "path",
    words("""
    Dockerfile build/app.Dockerfile compose.yaml Makefile package.json web/package.json
    pyproject.toml go.mod SECURITY.md .github/dependabot.yml api/openapi.yaml proto/user.proto
    """),
)
def test_what_a_revert_restores_is_only_critical(path: str) -> None:
    assert quadrant_of(path) == "B"
    deleted = [ChangedFile(path, FileStatus.REMOVED)]
    assert classify(deleted, complete=True, rules=RULES).quadrant is Quadrant.D


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("config/owner.yml", "inbox-configuration"),
        ("ops/inbox projects.yml", "inbox-configuration"),
        (".github/workflows/ci.yml", "ci-definitions"),
        (".github/actions/build/run.sh", "ci-definitions"),
        ("services/a/.gitlab-ci.yml", "ci-definitions"),
        ("Jenkinsfile", "ci-definitions"),
        (".goreleaser.yaml", "release-files"),
        ("network/main.tf", "deploy-files"),
        ("k8s/prod/app.yaml", "deploy-files"),
        ("Procfile", "deploy-files"),
        ("LICENSE", "licence"),
        ("LICENCE.md", "licence"),
        ("COPYING", "licence"),
        ("app/migrations/0002_drop.py", "migrations"),
        ("db/migrate/2024_x.rb", "migrations"),
        ("sql/V12__drop.sql", "migrations"),
        ("prisma/schema.prisma", "migrations"),
        (".env", "secrets-and-keys"),
        ("web/.env.production", "secrets-and-keys"),
        ("certs/site.pem", "secrets-and-keys"),
        ("id_rsa", "secrets-and-keys"),
        ("prod.tfvars", "secrets-and-keys"),
        ("CODEOWNERS", "ownership"),
        (".github/CODEOWNERS", "ownership"),
        ("pkg/OWNERS", "ownership"),
    ],
)
def test_what_no_revert_restores_is_asked_about(path: str, source: str) -> None:
    found = classify([ChangedFile(path, FileStatus.MODIFIED)], complete=True, rules=RULES)
    assert (found.quadrant, found.reasoning.source) == (Quadrant.D, source)


def test_a_projects_file_that_is_not_there_yet_is_guarded_too() -> None:
    added = [ChangedFile("ops/inbox projects.yml", FileStatus.ADDED)]
    assert classify(added, complete=True, rules=RULES).quadrant is Quadrant.D


@pytest.mark.parametrize(
    "path", ["a[1]*?.yml", "#x/!y.yml", "back slash\\.yml", "-.yml", " x.yml "]
)
def test_our_own_files_are_guarded_under_any_name(path: str) -> None:
    rules = built_in_rules([path])
    assert quadrant_of(path, rules) == "D"
    assert quadrant_of("src/" + path, rules) == "A"


@EVERY_RULE
def test_every_rule_says_why_in_one_harmless_sentence(rule: Rule) -> None:
    assert rule.reason
    assert re.fullmatch(r"[a-zA-Z][A-Za-z', -]+[a-z]", rule.reason)
    assert re.fullmatch(r"[a-z-]+", rule.name)
    assert rule.critical


@EVERY_RULE
def test_every_pattern_is_valid_and_selects_something(rule: Rule) -> None:
    path_set(rule.paths)
    assert len(set(rule.paths)) == len(rule.paths)


def test_no_two_rules_share_a_name() -> None:
    names = [rule.name for rule in RULES] + sorted(RESERVED_NAMES)
    assert len(set(names)) == len(names)
