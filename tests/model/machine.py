"""The machine: people act at random between ticks, and after each tick all truths are held."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from tests.model.developing import Developing
from tests.model.mischief import Mischief
from tests.model.town import Charter, Town
from tests.model.truths import TRUTHS
from tests.model.whereabouts import is_reminding

SECONDS = (0, 0, 1, 1, 60, 301, 301, 1800, 90_000)


class Machine(Developing, Mischief):
    """Deeds of everybody, ticks, and time; a charter says in which town."""

    charter = Charter()
    truths = TRUTHS

    def __init__(self) -> None:
        super().__init__()
        self.town = Town(self.charter)
        self.has_failed = False
        self.deeds_before = 0

    @initialize(is_asked=st.booleans())
    def begins(self, is_asked: bool) -> None:
        pull = self.town.open_pull()
        self.town.gh.check_run(pull, "ci", "success", app="ci")
        self.town.checks[pull.head_sha] = "success"
        if is_asked:
            self.tick(seconds=301)

    @rule()
    def another_is_opened(self) -> None:
        if len(self.town.pulls) < 2:
            self.town.open_pull()

    @rule(seconds=st.sampled_from(SECONDS))
    def time_passes(self, seconds: int) -> None:
        self.town.gh.advance(seconds=seconds)

    @rule(seconds=st.sampled_from(SECONDS))
    def tick(self, seconds: int) -> None:
        self.town.gh.advance(seconds=seconds)
        is_settling = any("approved-A" in self.town.ours(pull) for pull in self.town.pulls_now())
        ticked = self.town.tick()
        if self.deeds_before == self.town.deeds and not is_settling:
            written = [one for one in ticked.told.entries if one.took_effect]
            unasked = [str(one) for one in written if not is_reminding(one)]
            self.demand("Silence changes nothing (P23, L4).", unasked)
        self.deeds_before = self.town.deeds
        for truth in self.truths:
            self.demand(truth.__doc__ or "", list(truth(self.town, ticked)))
        if self.town.last_deed >= ticked.at:
            self.town.tick()  # of one second nobody can say what came first
        again = self.town.tick()
        self.demand("Right after a tick nothing is written.", again.told.writes)

    @rule(seconds=st.sampled_from(SECONDS))
    def one_more_tick(self, seconds: int) -> None:
        self.tick(seconds)

    @rule()
    def five_minutes_later(self) -> None:
        self.tick(301)

    @rule()
    def at_once(self) -> None:
        self.tick(0)

    def demand(self, truth: str, broken: list[str]) -> None:
        """Fails with the truth, how it is broken, and the diary."""
        if broken:
            self.has_failed = True
            raise AssertionError("\n".join([truth, *broken, "", *self.town.diary]))

    def teardown(self) -> None:
        if self.town.pulls and not self.has_failed:
            self.tick(1800)
        self.town.stage.close()
