"""An upload against a strict service: what is sent, what is repeated, what ends it, what is told.

The service speaks over loopback; waiting only moves a clock, except where a test says otherwise.
"""

from __future__ import annotations

import io
import json
import logging
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from inbox.results import Access, NotUploaded, Wire, upload
from inbox.results.archive import zipped
from inbox.results.service import ZIP, Service
from inbox.results.storage import SignedAddress, put
from tests.results.fake import SIGNATURE, Fault, Refused, Results, Step, served
from tests.results.record import NAME, RECORDED, plain

FILES = {"metrics_summary.json": '{"schema": 1}\n', "decision-inbox-summary.md": "## Über\n"}
IN_ORDER = [Step.CREATE, Step.BLOCK, Step.LIST, Step.FINALIZE]
EVERY_STEP = pytest.mark.parametrize("step", IN_ORDER, ids=lambda step: step.value)
CODED = "aB3%2B%2Fx9Zq%3D%3D"


@dataclass
class Time:
    """A clock that waiting moves."""

    waits: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    def now(self) -> float:
        return sum(self.waits)


@pytest.fixture
def results() -> Iterator[Results]:
    with served(Results()) as service:
        yield service


def uploaded(
    results: Results,
    clock: Time | None = None,
    *,
    patience: float = 60,
    masks: list[str] | None = None,
) -> str:
    """The id after one upload of `FILES`; raises NotUploaded."""
    clock = clock or Time()
    access = Access.granted(results.environment, "https://github.com")
    masked: list[str] = [] if masks is None else masks
    with Wire(patience, sleep=clock.sleep, monotonic=clock.now) as wire:
        return upload(access, NAME, FILES, wire=wire, mask=masked.append)


def test_the_files_are_an_artifact() -> None:
    with served(Results()) as results:
        assert uploaded(results) == "4815162342"
        assert results.steps() == IN_ORDER
        with zipfile.ZipFile(io.BytesIO(results.finished[NAME])) as archive:
            assert archive.testzip() is None
            assert {name: archive.read(name).decode() for name in archive.namelist()} == FILES


def test_the_same_files_are_the_same_bytes_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first = zipped(FILES)
    monkeypatch.setattr("time.time", lambda: 4e9)
    monkeypatch.setattr("time.localtime", lambda *_: pytest.fail("a clock was asked"))
    assert zipped(FILES) == first
    assert zipped({**FILES, "x": ""}) != first
    assert zipped({"x": "\ud800"}), "what is no text in UTF-8 is written as the summary writes it"


def test_the_requests_are_those_of_githubs_own_client(results: Results) -> None:
    """Field by field; `record.py` made the recording, and says what is left out and why."""
    uploaded(results)
    assert plain(results) == json.loads(RECORDED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("camel", [False, True], ids=["snake_case", "camelCase"])
def test_a_server_without_the_newest_form_gets_the_older_one(camel: bool) -> None:
    """As act's, which answers an unknown field with 500; nothing is waited for."""
    clock = Time()
    with served(Results(newest=False, camel=camel)) as results:
        assert uploaded(results, clock) == "4815162342"
        assert results.steps() == [Step.CREATE, *IN_ORDER]
        newest, older = (request.told for request in results.requests[:2])
    assert (newest.pop("mime_type"), newest.pop("version"), older.pop("version")) == (ZIP, 7, 4)
    assert newest == older
    assert clock.waits == []


@pytest.mark.parametrize("status", [400, 404, 415, 422, 500, 501])
def test_the_older_form_is_tried_once_and_its_refusal_counts(results: Results, status: int) -> None:
    results.faults[Step.CREATE] = [status, 404]
    with pytest.raises(NotUploaded, match="answered 404"):
        uploaded(results)
    assert results.steps() == [Step.CREATE] * 2


@pytest.mark.parametrize("refused", [401, 403, 409, Refused(400, "x", "Insufficient usage to go")])
def test_what_no_form_can_change_is_asked_once(results: Results, refused: int | Refused) -> None:
    results.faults[Step.CREATE] = [refused]
    with pytest.raises(NotUploaded):
        uploaded(results)
    assert results.steps() == [Step.CREATE]


def test_large_content_goes_in_blocks_whose_order_is_the_lists(results: Results) -> None:
    content = bytes(range(256)) * 4
    access = Access.granted(results.environment, "https://github.com")
    with Wire(sleep=Time().sleep, monotonic=Time().now) as wire:
        address = SignedAddress.checked(Service(access, wire).create(NAME), access.origin)
        put(wire, address, content, ZIP, block=100)
    assert results.steps() == [Step.CREATE, *[Step.BLOCK] * 11, Step.LIST]
    assert results.blobs[NAME].content == content
    sizes = [len(one.body) for one in results.requests if one.step is Step.BLOCK]
    assert sizes == [100] * 10 + [24]


def test_the_token_goes_to_the_service_alone(results: Results) -> None:
    uploaded(results)
    told = {request.step: request.headers.get("authorization") for request in results.requests}
    bearer = f"Bearer {results.token}"
    assert told == {
        Step.CREATE: bearer,
        Step.BLOCK: None,
        Step.LIST: None,
        Step.FINALIZE: bearer,
    }
    assert {one.headers["user-agent"].partition("/")[0] for one in results.requests} == {
        "decision-inbox"
    }


# Faults


@EVERY_STEP
@pytest.mark.parametrize("fault", [429, 500, 502, 503, 504, Fault.DROP], ids=str)
def test_what_passes_is_tried_again(results: Results, step: Step, fault: int | Fault) -> None:
    results.faults[step] = [fault]
    clock = Time()
    assert uploaded(results, clock) == "4815162342"
    place = IN_ORDER.index(step)
    assert results.steps() == [*IN_ORDER[:place], step, *IN_ORDER[place:]]
    is_another_form = (step, fault) == (Step.CREATE, 500)
    assert clock.waits == ([] if is_another_form else [3.0])


@pytest.mark.parametrize("step", IN_ORDER[1:], ids=lambda step: step.value)
def test_what_was_done_and_not_told_is_done_again(results: Results, step: Step) -> None:
    results.faults[step] = [Fault.LOST]
    assert uploaded(results) == "4815162342"


def test_a_name_that_an_unheard_try_took_is_nobody_elses(results: Results) -> None:
    """Another name would help nothing, so none is advised."""
    results.faults[Step.CREATE] = [Fault.LOST]
    with pytest.raises(
        NotUploaded, match=r"answered 409 \(already_exists\); the metrics file is in"
    ):
        uploaded(results)


@pytest.mark.parametrize("step", [Step.CREATE, Step.FINALIZE], ids=lambda step: step.value)
def test_garbage_is_asked_for_again(results: Results, step: Step) -> None:
    """As GitHub's own client does; what came of the first request is seen by the second."""
    results.faults[step] = [Fault.GARBAGE]
    assert uploaded(results) == "4815162342"


@EVERY_STEP
@pytest.mark.parametrize("fault", [503, Fault.DROP], ids=str)
def test_five_tries_are_enough(results: Results, step: Step, fault: int | Fault) -> None:
    results.faults[step] = [fault] * 9
    clock = Time()
    with pytest.raises(NotUploaded, match=r"answered 503|did not answer"):
        uploaded(results, clock)
    assert results.steps() == [*IN_ORDER[: IN_ORDER.index(step)], *[step] * 5]
    ranges = [(3, 3), (4.5, 6.75), (6.75, 10.125), (10.125, 15.1875)]
    assert len(clock.waits) == len(ranges)
    assert all(low <= wait <= high for wait, (low, high) in zip(clock.waits, ranges, strict=True))


@EVERY_STEP
@pytest.mark.parametrize("fault", [400, 403, 404, 409, 412, Fault.REDIRECT], ids=str)
def test_a_refusal_is_final(results: Results, step: Step, fault: int | Fault) -> None:
    results.faults[step] = [fault] * 9
    clock = Time()
    with pytest.raises(NotUploaded):
        uploaded(results, clock)
    assert clock.waits == []
    asked = results.steps()
    assert asked[: IN_ORDER.index(step)] == IN_ORDER[: IN_ORDER.index(step)]
    assert 1 <= asked.count(step) <= (2 if step is Step.CREATE else 1)
    assert asked[-1] is step
    assert all("elsewhere" not in request.path for request in results.requests)
    assert NAME not in results.finished


@pytest.mark.parametrize(
    ("step", "fault", "said"),
    [
        (Step.CREATE, 401, "does not accept this run's token (unavailable); upload the metrics"),
        (Step.CREATE, 409, "already has an artifact of that name (unavailable); give each step"),
        (Step.CREATE, 404, "the results service answered 404 (unavailable); upload the metrics"),
        (Step.CREATE, Fault.GARBAGE, "gave an answer that cannot be read; the metrics file is"),
        (Step.CREATE, Fault.NOT_OK, "refused it without a reason; the metrics file is"),
        (Step.CREATE, Fault.DRIP, "gave an answer without end; the metrics file is"),
        (
            Step.FINALIZE,
            Refused(403, "x", "Artifact storage quota: insufficient usage"),
            "the storage for artifacts is used up; delete old artifacts",
        ),
        (Step.FINALIZE, Refused(418, "<b>", "teapot"), "answered 418; upload the metrics file"),
        (Step.BLOCK, 403, "the storage for artifacts answered 403; upload the metrics file"),
        (Step.LIST, 503, "the storage for artifacts answered 503; the metrics file is in the"),
        (Step.FINALIZE, 503, "the results service answered 503 (unavailable); the metrics file"),
    ],
)
def test_a_failure_says_why_and_what_to_do(
    results: Results, step: Step, fault: int | Fault | Refused, said: str
) -> None:
    results.faults[step] = [fault] * 9
    with pytest.raises(NotUploaded) as caught:
        uploaded(results)
    assert said in str(caught.value)
    assert str(caught.value).count(";") == 1


def test_without_time_left_nothing_is_tried_again(results: Results) -> None:
    results.faults[Step.BLOCK] = [503] * 9
    clock = Time()
    with pytest.raises(NotUploaded, match="in time"):
        uploaded(results, clock, patience=10)
    assert len(clock.waits) == 2
    assert results.steps() == [Step.CREATE, *[Step.BLOCK] * 3]


@EVERY_STEP
def test_a_slow_server_is_not_waited_for(results: Results, step: Step) -> None:
    """In real time: the service would sleep for ten seconds, and the upload has a fifth of one."""
    results.faults[step] = [Fault.SLOW]
    access = Access.granted(results.environment, "https://github.com")
    with Wire(0.2) as wire, pytest.raises(NotUploaded, match="in time"):
        upload(access, NAME, FILES, wire=wire, mask=lambda _: None)
    results.hung_up.set()
    assert results.steps() == IN_ORDER[: IN_ORDER.index(step) + 1]
    while not results.left_in_time:
        time.sleep(0.01)
    assert results.left_in_time == [True]


def test_an_answer_that_drips_is_not_read_to_its_end(results: Results) -> None:
    """Each look at the clock takes a second here."""
    results.faults[Step.CREATE] = [Fault.DRIP]
    seconds = iter(range(1000))
    access = Access.granted(results.environment, "https://github.com")
    wire = Wire(8, sleep=lambda _: None, monotonic=lambda: float(next(seconds)))
    with wire, pytest.raises(NotUploaded, match="in time"):
        upload(access, NAME, FILES, wire=wire, mask=lambda _: None)


def test_an_address_that_no_library_takes_is_not_shown() -> None:
    address = SignedAddress.checked(f"https://store.example/{'a' * 70_000}?sig=b", "https://x")
    with Wire() as wire, pytest.raises(NotUploaded, match="address of the storage") as caught:
        put(wire, address, b"x", ZIP)
    assert len(str(caught.value)) < 200


def test_where_nobody_listens_it_is_said() -> None:
    gone = Results(origin="http://127.0.0.1:9")
    with pytest.raises(NotUploaded, match="the results service did not answer; the metrics file"):
        uploaded(gone)


def test_the_way_leads_through_the_proxy_that_is_set(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service plays the proxy, too; what is on this machine needs none."""
    monkeypatch.setenv("HTTP_PROXY", results.origin)
    monkeypatch.setenv("NO_PROXY", "")
    variables = {**results.environment, "ACTIONS_RESULTS_URL": "http://results.example/"}
    access = Access.granted(variables, "https://github.com")
    with Wire() as wire:
        upload(access, NAME, FILES, wire=wire, mask=lambda _: None)
    hosts = {request.step: request.headers["host"] for request in results.requests}
    assert hosts.pop(Step.CREATE) == hosts.pop(Step.FINALIZE) == "results.example"
    assert set(hosts.values()) == {results.origin.partition("//")[2]}


def test_what_is_on_this_machine_is_reached_directly(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    assert uploaded(results) == "4815162342"


@pytest.mark.parametrize(
    ("name", "value"), [("HTTPS_PROXY", "socks9://x"), ("SSL_CERT_FILE", "/no/such/file")]
)
def test_a_proxy_or_certificate_that_cannot_be_used_is_said(
    results: Results, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    results.origin = "https://results.example"
    with pytest.raises(NotUploaded, match=r"proxy or certificate file .*; check HTTP_PROXY"):
        uploaded(results)


# Secrets


def test_both_secrets_are_masked_before_they_are_used(results: Results) -> None:
    masks: list[str] = []
    results.faults[Step.CREATE] = [404, 404]
    with pytest.raises(NotUploaded):
        uploaded(results, masks=masks)
    assert masks == [results.token]
    results.faults[Step.BLOCK] = [404]
    with pytest.raises(NotUploaded):
        uploaded(results, masks=masks)
    assert masks == [results.token, results.token, SIGNATURE, CODED]


@EVERY_STEP
@pytest.mark.parametrize(
    "fault", [404, 503, *(one for one in Fault if one is not Fault.SLOW)], ids=str
)
def test_no_secret_is_in_what_is_told_or_logged(
    results: Results, step: Step, fault: int | Fault, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    results.faults[step] = [fault] * 9
    told = ""
    try:
        uploaded(results)
    except NotUploaded as failure:
        told = f"{failure!r} {failure} {failure.__cause__!r}"
    told += caplog.text
    access = Access.granted(results.environment, "https://github.com")
    told += repr(access) + repr(SignedAddress(f"https://x/?sig={CODED}"))
    for secret in (results.token, SIGNATURE, CODED, "sig="):
        assert secret not in told


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("http://store.example/x?sig=a", "https://results.example"),
        ("ftp://store.example/x?sig=a", "http://127.0.0.1:1"),
        ("https://me:pw@store.example/x?sig=a", "https://results.example"),
        ("https:///x?sig=a", "https://results.example"),
        ("https://store.example:99999/x?sig=a", "https://results.example"),
        ("https://[store/x?sig=a", "https://results.example"),
        ("https://store.example/x?sig=a\r\nHost: other", "https://results.example"),
        ("https://störe.example/x?sig=a", "https://results.example"),
        ("/x?sig=a", "https://results.example"),
        ("https://store.example/x y?sig=a", "https://results.example"),
    ],
)
def test_an_unsafe_address_is_not_used(address: str, origin: str) -> None:
    with pytest.raises(NotUploaded, match="an address that cannot be used") as caught:
        SignedAddress.checked(address, origin)
    assert "sig" not in str(caught.value)


def test_what_is_signed_stays_to_the_letter() -> None:
    text = f"https://store.example/a%2Fb?se=2026-12-03T18%3A40%3A39Z&sig={CODED}&sp=cw"
    with pytest.raises(NotUploaded):
        SignedAddress.checked(text + "\n", "https://results.example")
    address = SignedAddress.checked(text + "#end", "https://results.example")
    assert address.asking("comp=blocklist") == f"{text}&comp=blocklist"
    assert address.secrets == (SIGNATURE, CODED)
    assert SignedAddress("https://store.example/x").asking("a=b") == "https://store.example/x?a=b"
    assert SignedAddress("https://store.example/x").secrets == ()
