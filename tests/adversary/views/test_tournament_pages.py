"""A tournament's folder: its report, parsed and in a real browser, and the pages of its games."""

import base64
import hashlib
import re
import shutil
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from tournaments import HOSTILE, finite, forfeited, halfspaces, many, played, searched, tournament

from adversary.tasks.task import Where
from adversary.tournaments.cell import Cell, Place, Tournament, Unfit
from adversary.tournaments.ranking import rank
from adversary.views.cells import render
from adversary.views.figures.tournament_figure import mistakes_panels
from adversary.views.page import tournament_pages
from adversary.views.page.tournament_pages import tournament_report, write_page, write_report
from adversary.views.terminal.tournament_table import tournament_table
from adversary.views.words import uncounted, why_unranked
from proofs.exact.errors import InputError


@pytest.fixture(autouse=True)
def only_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out PDF and PNG, which take long: another file tests them."""
    monkeypatch.setattr(tournament_pages, "FORMATS", ("svg",))


class Page(HTMLParser):
    """What tests need of a page: its tables line by line, its texts, links, and elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.metas: dict[str, str] = {}
        self._in_cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.attributes |= values.keys()
        self.links += [values["href"]] if "href" in values else []
        self.metas |= {(values.get("name") or values["http-equiv"]): values["content"]} if "content" in values else {}
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in {"td", "th"}:
            self.tables[-1][-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag not in {"td", "th"}

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.tables[-1][-1][-1] += data


FITS = "(box => box.scrollWidth <= box.clientWidth)"

TIED = tournament(
    *(halfspaces("a", delta, delta**2) for delta in (2, 3)),
    *(halfspaces("b", delta, delta**2) for delta in (2, 3)),
    halfspaces("c", 2, Fraction(7, 2)),
    halfspaces("c", 3, 8),
    halfspaces("d", 2, 4),
    forfeited(halfspaces("d", 3, 0)),
)


# ------------------------------------------------------------------------------------------------ the report


def test_the_ranking_has_ties_and_forfeits_stand_apart() -> None:
    ranking, _ = Page(tournament_report(TIED, {})).tables
    mean = (Fraction(7, 8) + Fraction(8, 9)) / 2
    assert ranking == [
        ["rank", "learner", "score", "δ = 1/2", "δ = 1/3", ""],
        ["1", "c", str(mean), "7/2", "8", ""],
        ["= 2", "a", "1", "4", "9", ""],
        ["= 2", "b", "1", "4", "9", ""],
        ["–", "d", "1", "4", "forfeit", "1 game forfeited, no certified result in 1 of the 2 games that count"],
        ["", "forced without coins", "", "4", "9", ""],
    ]


def test_every_game_has_a_line_with_what_is_proved_and_its_command() -> None:
    table = Page(tournament_report(TIED, {})).tables[-1]
    assert len(table) == 1 + len(TIED.cells)
    titles, first = table[0], table[1]
    line = dict(zip(titles, first, strict=True))
    assert (line["game"], line["learner"], line["adversary"]) == ("1", "a", "standard-basis")
    assert [line[title] for title in ("rounds", "mistakes", "lower bound", "upper bound", "bound", "M/bound")] == [
        "4", "4", "4", "–", "4", "1",
    ]  # fmt: skip
    assert line["proved"] == "1, 2"
    evidence = line["details"]
    assert "1 realizable: the target is legal and explains every label" in evidence
    assert "2 run bound: a made 4 mistakes on this sequence" in evidence
    assert "adversary play a --margin 1/2" in evidence
    assert "every deterministic learner" not in evidence
    assert "7/2 = 3.5" in table[5]
    forfeit = table[-1]
    assert forfeit[7] == "forfeit"
    assert forfeit[11] == "–"
    assert forfeit[-1] == "nothing forfeited: it raised ZeroDivisionError"
    assert "it raised ZeroDivisionError" in forfeit[1]


def test_mistakes_that_are_not_certified_are_marked_with_the_reason_and_come_last() -> None:
    odd = replace(halfspaces("a", 2, None, statements=()), reason="not deterministic: in round 1 it said -1")
    none = replace(finite("a", "single", 0, 0, statements=()), rounds=0, reason="no round was played")
    failed = replace(halfspaces("a", 2, None, statements=()), termination="failed", reason="it took too long")
    text = tournament_report(tournament(odd, none, failed), {})
    assert [(line[7], line[-1]) for line in Page(text).tables[-1][1:]] == [
        ("?", "nothing not certified: not deterministic: in round 1 it said -1"),
        ("no round", "nothing without a round: no round was played"),
        ("failed", "nothing without a result: it took too long"),
    ]
    assert re.findall(r'data-key="(\d*)">(?:\?|no round|failed)', text) == [""] * 3


def test_a_lie_in_statement_three_is_told() -> None:
    three = finite("soa", "cube:3", 7, 7, lies=2, statements=({"statement": "universal bound", "mistakes": 7},))
    text = tournament_report(tournament(three), {})
    assert "3 universal bound: every deterministic learner makes at least 7 mistakes, with at most 2 lies" in text


def test_learners_without_any_game_are_listed_with_the_reason() -> None:
    unfit = tuple(
        Unfit(name, adversary, f"{name} <b> does not play", Place("halfspaces", Fraction(1, 4)))
        for name in ("soa", "a")
        for adversary in ("x", "y")
    )
    text = tournament_report(tournament(halfspaces("a", 2, 4), unfit=unfit), {})
    assert '<dl class="facts" id="absent"><dt>soa</dt><dd>soa &lt;b&gt; does not play</dd></dl>' in text


def test_pairs_that_do_not_fit_are_listed_with_the_reason() -> None:
    unfit = (
        Unfit("soa", "standard-basis", "it learns finite classes", Place("halfspaces", Fraction(1, 9))),
        Unfit(None, "hinge", "it needs a budget"),
    )
    table = Page(tournament_report(tournament(halfspaces("a", 2, 4), unfit=unfit), {})).tables[-1]
    assert table[1:] == [
        ["soa", "standard-basis", "1/δ² = 9", "it learns finite classes"],
        ["every learner", "hinge", "", "it needs a budget"],
    ]


def test_the_policy_allows_the_script_and_the_style_of_the_page_and_nothing_else() -> None:
    text = tournament_report(TIED, {})
    policy = Page(text).metas["Content-Security-Policy"]
    (style,) = re.findall("<style>(.*?)</style>", text, re.DOTALL)
    (script,) = re.findall("<script>(.*?)</script>", text, re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (script, style)]
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{digests[0]}'; img-src data:; style-src 'sha256-{digests[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


def test_texts_of_players_stay_texts() -> None:
    game = replace(halfspaces(HOSTILE, 2, 4, adversary=HOSTILE), command=f"adversary play {HOSTILE}")
    lost = forfeited(finite(HOSTILE, HOSTILE, 3, 3), HOSTILE)
    text = tournament_report(tournament(game, lost, unfit=(Unfit(HOSTILE, HOSTILE, HOSTILE),), title=HOSTILE), {})
    page = Page(text)
    assert page.tags.count("script") == 1
    assert page.tags.count("img") == 2, "a figure of halfspaces, and one of classes"
    assert not {"style", "onerror"} & page.attributes
    assert "alert(1)" in page.tables[-1][1][0]
    assert "\u202e" not in text


def test_nothing_played_has_a_page() -> None:
    page = Page(tournament_report(Tournament("", ()), {}))
    assert page.tables[-1][1:] == []


def test_numbers_that_no_float_holds_are_told_and_sorted_exactly() -> None:
    huge = tournament(*(halfspaces("a", 10**power, 4, dimension=4) for power in (181, 180, 5)))
    text = tournament_report(huge, {})
    lines = Page(text).tables[-1][1:]
    assert [[line[4], line[10], line[11]] for line in lines] == [
        ["1/δ² = 10^362, d = 4", "10^362", "4·10^-362"],
        ["1/δ² = 10^360, d = 4", "10^360", "4·10^-360"],
        ["1/δ² = 10,000,000,000, d = 4", "10,000,000,000", "1/2500000000 = 4e-10"],
    ]
    keys = re.findall(r'data-key="(\d*)">(10\^\d+|10,000,000,000|4·10|1/25)', text)
    bounds, ratios = (
        [key for key, shown in keys if shown[:2] == "10"],
        [key for key, shown in keys if shown[:2] != "10"],
    )
    assert (bounds, ratios) == (["2"] * 3 + ["1"] * 3 + ["0"] * 3, ["0", "1", "2"])  # also of rounds and lower bounds


def test_the_terminal_and_the_page_say_the_same_of_what_does_not_count() -> None:
    odd = tournament(
        *TIED.cells, halfspaces("a", 4, 3, bound=None), finite("soa", "single", 0, 0), halfspaces("d", 5, None, statements=()),
        replace(halfspaces("b", 2, 5, adversary="x.py"), realizable=False),
        halfspaces("a", 2, None, adversary="y.py", rounds=0, statements=()),
        replace(halfspaces("a", 5, 8, adversary="plane", bound=None), unit_norm=False),
        unfit=(Unfit("a", "x.py", "it went on strike", by_adversary=True),),
    )  # fmt: skip
    page, table = tournament_report(odd, {}), " ".join(render(tournament_table(odd)).split())
    said = [text for group in rank(odd) for text in uncounted(group)]
    assert said == [
        "1 game of each learner that plays there, because the bound is 0 or not known",
        "1 game of each learner that plays there against y.py, which showed no point",
        "1 game of each learner that plays there against plane, whose points need not have length 1, as the bound needs",
        "all games against x.py, which failed in some",
        "1 game of each learner that plays there, because the bound is 0 or not known",
    ]
    (apart,) = [why_unranked(one) for one in rank(odd)[0].apart if one.learner == "d"]
    assert apart == "1 game forfeited, 1 game not certified, no certified result in 2 of the 3 games that count"
    marked = {row[1]: [number for number in row[3:-1] if "(" in number] for row in Page(page).tables[0]}
    assert {name: numbers for name, numbers in marked.items() if numbers} == {"a": ["(3)", "(8)"], "b": ["(5)"]}
    for text in (*said, apart):
        assert text in page
        assert text in table


def test_a_reason_that_many_learners_have_is_told_once() -> None:
    unfit = [Unfit(learner, "x.py", "it cannot be loaded") for learner in "abcdefgh"]
    shown = " ".join(render(tournament_table(tournament(unfit=(*unfit, Unfit("i", "x.py", "other"))))).split())
    assert "no game a, b, c and 5 others: it cannot be loaded i: other" in shown


def test_every_adversary_that_failed_is_named_however_many_other_reasons_there_are() -> None:
    others = [Unfit(name, "missing.py", f"{name}: {why}") for name, why in (("a", "no"), ("a", "no"), ("b", "never"))]
    failed = [
        Unfit("a", name, f"{name}: {why}", by_adversary=True)
        for name, why in (
            ("x.py", "it raised"),
            ("midway.py", "it sat"),
            ("midway.py", "it sat"),
            ("midway.py", "it lay"),
        )
    ]
    found = tournament(*TIED.cells, unfit=(*others, *failed))
    assert " ".join(render(tournament_table(found)).split()).endswith(
        "no game x.py, 1 pair: it raised"
        " midway.py, 3 pairs: it sat, and 1 other reason"
        " 3 pairs of unfit.jsonl; 2: a: no, and 1 other reason"
    )


# ------------------------------------------------------------------------------------------------ the folder


def test_every_game_with_a_trace_gets_a_page_and_the_folder_can_be_moved(tmp_path: Path) -> None:
    found = played(tmp_path / "out", 2, 3)
    games = (*found.cells, replace(forfeited(halfspaces("lost", 2, 0)), number=3))
    write_report(tmp_path / "out", replace(found, cells=games), where=Where(jobs=1))
    moved = tmp_path / "moved"
    shutil.move(tmp_path / "out", moved)
    text = (moved / "report.html").read_text()
    links = Page(text).links
    assert links == ["games/00001.html", "games/00002.html"]
    for link, trace in zip(links, ("traces/00001.jsonl", "traces/00002.jsonl"), strict=True):
        digest = hashlib.sha256((moved / trace).read_bytes()).hexdigest()
        assert Page((moved / link).read_text()).metas["about"].startswith(f"trace sha256:{digest}, ")
    assert "its trace is not kept here" in Page(text).tables[-1][3][1]
    assert "adversary play lost --margin 1/2 -o trace.jsonl; adversary show trace.jsonl -o page.html" in text
    (figure,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', text)
    (panel,) = mistakes_panels(replace(found, cells=games))
    assert base64.b64decode(figure) == panel
    assert (moved / "figures" / "mistakes.svg").is_file()
    assert str(tmp_path) not in text
    assert "adversary check traces/00001.jsonl  # in the folder of report.html" in (moved / links[0]).read_text()


def test_a_page_of_this_trace_stays_and_another_is_replaced(tmp_path: Path) -> None:
    found = played(tmp_path, 2, 3)
    write_report(tmp_path, found, where=Where(jobs=1))
    pages = [tmp_path / "games" / f"{number:05}.html" for number in (1, 2)]
    before = [(page.stat().st_ino, page.read_bytes()) for page in pages]
    exchanged = (replace(found.cells[1], number=1), found.cells[1])
    write_report(tmp_path, replace(found, cells=exchanged), where=Where(jobs=1))
    assert pages[1].stat().st_ino == before[1][0]
    assert pages[0].stat().st_ino != before[0][0]
    assert b"9 mistakes" in pages[0].read_bytes()


def test_a_figure_of_another_specification_does_not_stay(tmp_path: Path) -> None:
    write_report(tmp_path, tournament(halfspaces("a", 2, 4)))
    (tmp_path / "figures" / "mine.svg").write_text("mine")
    write_report(tmp_path, tournament(forfeited(replace(halfspaces("a", 2, 0), mistakes=None))))
    assert [place.name for place in (tmp_path / "figures").iterdir()] == ["mine.svg"]


def test_many_games_have_no_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[tuple[int, int]]()
    write_report(tmp_path, played(tmp_path, 2), where=Where(jobs=1), progress=lambda n, of, _: done.append((n, of)))
    assert done == [(0, 1), (1, 1)]
    monkeypatch.setattr(tournament_pages, "MAX_PAGES", 1)
    write_report(tmp_path, played(tmp_path, 2, 3))
    text = (tmp_path / "report.html").read_text()
    assert Page(text).links == ["games/00001.html"], "which is there"
    assert "adversary show traces/00002.jsonl -o page.html" in text


def test_a_page_says_why_mistakes_are_not_certified(tmp_path: Path, chromium: Browser) -> None:
    found = played(tmp_path, 2)
    odd = replace(found.cells[0], statements=(), reason="not deterministic: in round 1 <b>")
    write_report(tmp_path, replace(found, cells=(odd,)), where=Where(jobs=1))
    with chromium.open(tmp_path / "games" / "00001.html") as opened:
        text = opened.page.locator("body").inner_text()
    assert "The mistakes of this learner are not certified: not deterministic: in round 1 <b>." in text


def request(folder: Path, cell: Cell) -> dict[str, Any]:
    """Return what the page p.html of a game is made of."""
    trace, page = folder / str(cell.trace), folder / "p.html"
    return {"trace": str(trace), "name": "x", "reason": None, "digest": cell.trace_sha256, "page": str(page)}


def test_a_trace_that_was_changed_or_lost_gets_no_page(tmp_path: Path) -> None:
    found = played(tmp_path, 2, 3)
    (tmp_path / "traces" / "00001.jsonl").unlink()
    with (tmp_path / "traces" / "00002.jsonl").open("a") as file:
        file.write("\n")
    write_report(tmp_path, found, where=Where(jobs=1))
    assert Page((tmp_path / "report.html").read_text()).links == []
    assert write_page(request(tmp_path, found.cells[1])) == {"none": "its trace was changed"}


def test_a_trace_that_is_too_long_for_a_page_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = played(tmp_path, 2)
    monkeypatch.setattr("adversary.views.game.files.MAX_ROUNDS", 3)
    assert "a page shows at most 3 rounds" in write_page(request(tmp_path, found.cells[0]))["none"]
    assert not (tmp_path / "p.html").exists()


def test_a_folder_that_is_a_file_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "figures").write_text("mine")
    with pytest.raises(InputError, match=r"cannot write to .*figures: it exists and is not a folder"):
        write_report(tmp_path, TIED)
    assert (tmp_path / "figures").read_text() == "mine"


def test_the_worst_game_found_has_its_sign_its_command_and_what_its_search_did() -> None:
    cells = searched("a", 2, 4, exact=True), searched("b", 2, 20, search="cut short", note="9 s did not suffice")
    ranking, table = Page(tournament_report(tournament(*cells), {})).tables
    assert [line[3] for line in ranking] == ["δ = 1/2", "= 4", "≥ 20", "4"]
    assert [line[7] for line in table[1:]] == ["= 4", "≥ 20"]
    assert "search again" in table[1][1]
    assert "9 s did not suffice" in table[2][1]


# ------------------------------------------------------------------------------------------------ in a browser


def test_games_are_sorted_filtered_and_shown_in_parts(tmp_path: Path, chromium: Browser) -> None:
    found = many(10, 15, range(2, 4))
    lost = replace(forfeited(halfspaces("zeta", 2, 0), "it hangs"), mistakes=None, number=len(found.cells) + 1)
    (tmp_path / "r.html").write_text(tournament_report(replace(found, cells=(*found.cells, lost)), {}))
    with chromium.open(tmp_path / "r.html") as opened:
        rows, counter = opened.page.locator("#games tbody tr"), opened.page.locator("#controls .counter")

        def mistakes() -> list[str]:
            return [text.strip() for text in opened.page.locator("#games tbody td:nth-child(8)").all_inner_texts()]

        assert (rows.count(), counter.inner_text()) == (200, "1 to 200 of 301")
        opened.click("Next")
        assert (rows.count(), counter.inner_text()) == (101, "201 to 301 of 301")
        opened.click("First")
        opened.click("mistakes")
        assert mistakes() == sorted(mistakes(), key=int)
        assert mistakes()[0] == "0"
        opened.page.locator("#games th[aria-sort=ascending] button").click()
        assert mistakes() == sorted(mistakes(), key=int, reverse=True)
        assert mistakes()[0] == "10"
        opened.click("Last")
        assert mistakes()[-1] == "forfeit"  # what is not known comes last, either way
        opened.page.locator("#controls input").fill("ZETA hangs")
        assert (rows.count(), counter.inner_text()) == (1, "1 to 1 of 1")
        opened.page.locator("#games summary").click()
        evidence = opened.page.locator("#games tr.evidence")
        assert "it hangs" in evidence.inner_text()
        assert evidence.bounding_box()["width"] > 4 * rows.first.locator("td").nth(1).bounding_box()["width"]
        assert opened.page.evaluate(f"{FITS}(document.querySelector('#games').parentElement)")
        opened.click("learner")  # the evidence moves with its row
        assert rows.count() == 2
        opened.page.locator("#games summary").click()
        evidence.wait_for(state="detached")
        assert rows.count() == 1
        opened.page.locator("#controls input").fill("nobody")
        assert (rows.count(), counter.inner_text()) == (0, "none")


def test_a_narrow_page_and_hostile_names_do_no_harm(tmp_path: Path, chromium: Browser) -> None:
    games = [halfspaces(HOSTILE, 2, 4, adversary=HOSTILE), forfeited(finite(HOSTILE, HOSTILE, 3, 3), HOSTILE)]
    text = tournament_report(tournament(*games, unfit=(Unfit(HOSTILE, HOSTILE, HOSTILE),), title=HOSTILE), {})
    (tmp_path / "r.html").write_text(text)
    with chromium.open(tmp_path / "r.html", 360) as opened:
        assert "<script>alert(1)</script>" in opened.text()
        for summary in opened.page.locator("summary").all():
            summary.click()
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
