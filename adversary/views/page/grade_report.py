"""A grade as a page of its own, in HTML and in Markdown: what was found, the game that shows it, what may help."""

from adversary.grading.hints import hints
from adversary.grading.result import Finding, Grade
from adversary.views.cells import Table, code_line, columns
from adversary.views.excerpt import (
    MAX_STORY,
    OPTIONAL_TITLE,
    OWN_WORDS,
    not_tried,
    output_lines,
    ran_in,
    rounds_table,
    status_word,
    story,
    violation_rows,
)
from adversary.views.markup import code_block, inline, listing, markdown_table, paragraphs
from adversary.views.page.page import still_page
from proofs.exact.errors import counted, one_line

GAME = "A game that shows it"
"""The title of a counterexample."""

HELP = "What may help"
"""The title of hints, and of the lines of a submission's own file where it failed."""

CHECK_TITLES = ("check", "status", "expected", "found")


def grade_report(grade: Grade, *, game: str = "", index: str = "") -> str:
    """Return the page in HTML, without a script; ``game`` and ``index`` are files beside it that it links to."""
    found = grade.counterexample
    return still_page(
        "grade.html",
        learner=one_line(grade.learner),
        verdict=grade.verdict,
        summary=one_line(grade.summary, MAX_STORY),
        kind=one_line(grade.kind),
        seconds=f"{grade.seconds:.1f}",
        index=index,
        game=game,
        hints=[one_line(hint, MAX_STORY) for hint in hints(grade)],
        excerpt=[(code_line(text), text.startswith(">")) for text in grade.excerpt],
        story=story(found) if found else "",
        rounds=rounds_table(found) if found else None,
        proved=_proved(grade),
        tables=[(title, [_cells(check, grade.summary) for check in checks]) for title, checks in _tables(grade)],
        facts=_facts(grade),
        own_words=OWN_WORDS,
        output=output_lines(grade.output),
    )


def grade_markdown(grade: Grade, *, game: str = "", index: str = "") -> str:
    """Return the page in Markdown, with the same links; only our own words in it are markup."""
    found, lines = grade.counterexample, output_lines(grade.output)
    links = [
        f"[{text}]({file})" for text, file in (("Step through this game", game), ("All submissions", index)) if file
    ]
    tables = [
        f"## {title[0].upper()}{title[1:]}\n\n"
        + markdown_table(
            Table(columns(*CHECK_TITLES), [list(_cells(check, grade.summary).values()) for check in checks])
        )
        for title, checks in _tables(grade)
        if checks
    ]
    told = hints(grade)
    return (
        paragraphs(
            f"# {inline(grade.learner)}",
            f"**{grade.verdict}**: {inline(grade.summary, MAX_STORY)}",
            f"Graded as {inline(grade.kind)}, in {grade.seconds:.1f} s.",
            " · ".join(links),
            f"## {HELP}" if told or grade.excerpt else "",
            "\n".join(f"- {inline(hint, MAX_STORY)}" for hint in told),
            "<!-- -->" if told and grade.excerpt else "",  # else the block would belong to the list
            listing(map(code_line, grade.excerpt)),
            f"## {GAME}\n\n{inline(story(found), MAX_STORY)}" if found else "",
            markdown_table(rounds_table(found)) if found else "",
            _listed(_proved(grade)),
            *tables,
            "## How it was graded",
            _listed(_facts(grade)),
            f"{OWN_WORDS.capitalize()}:" if lines else "",
            code_block(lines),
        )
        + "\n"
    )


def _tables(grade: Grade) -> list[tuple[str, list[Finding]]]:
    """Return the required checks that were tried, and then all optional properties."""
    tried = [check for check in grade.checks if check.status != "skipped" or not check.required]
    return [
        ("Checks", [check for check in tried if check.required]),
        (OPTIONAL_TITLE.capitalize(), [check for check in tried if not check.required]),
    ]


def _cells(check: Finding, summary: str) -> dict[str, str]:
    found = "as said at the top" if summary == f"{check.name}: {check.found}" else check.found
    texts = {"name": check.name, "status": status_word(check), "expected": check.expected, "found": found}
    return {title: one_line(text, MAX_STORY) for title, text in texts.items()}


def _proved(grade: Grade) -> list[tuple[str, str]]:
    """Return what is below a counterexample, but for the trace, which is on the machine of whoever grades."""
    rows = violation_rows(grade.counterexample, grade.learner) if grade.counterexample else []
    return [row for row in rows if row[0] != "trace"]


def _facts(grade: Grade) -> list[tuple[str, str]]:
    facts = [("tried", f"{counted(grade.games, 'game')}, {counted(grade.rounds, 'round')}")]
    if left := not_tried(grade):
        facts.append(("not tried", left))
    return [*facts, ("ran in", ran_in(grade))]


def _listed(rows: list[tuple[str, str]]) -> str:
    return "\n".join(f"- **{title}**: {inline(text, MAX_STORY)}" for title, text in rows)
