"""Grades as JUnit XML, which CI servers show."""

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from adversary.files import write_new
from adversary.grading.result import Finding, Grade
from adversary.views.cells import NOT_XML
from adversary.views.excerpt import OPTIONAL_TITLE, ran_in, story
from adversary.views.export.exporters import Graded, Told

COUNTED = {
    "tests": "testcase",
    "failures": "testcase/failure",
    "errors": "testcase/error",
    "skipped": "testcase/skipped",
}
"""The numbers that suites have, and the elements of a suite that they count."""


def export_grades(place: Path, graded: Graded) -> Told:
    """Write all grades to a file, learner by learner."""
    write_new(place, junit(graded.all_grades))
    return []


def junit(grades: Sequence[Grade]) -> str:
    """Return a document with a suite a grade, and a case in it a check."""
    root = ET.Element("testsuites", name="adversary grade")
    suites = [_suite(root, grade) for grade in grades]
    for key in COUNTED:
        root.set(key, str(sum(int(suite.get(key, 0)) for suite in suites)))
    root.set("time", f"{sum(grade.seconds for grade in grades):.3f}")
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suite(root: ET.Element, grade: Grade) -> ET.Element:
    suite = ET.SubElement(root, "testsuite", name=_clean(grade.learner), time=f"{grade.seconds:.3f}")
    properties = ET.SubElement(suite, "properties")
    facts = {"verdict": grade.verdict, "kind": grade.kind, "summary": grade.summary, "ran in": ran_in(grade)}
    for name, value in facts.items():
        ET.SubElement(properties, "property", name=name, value=_clean(value))
    for check in grade.checks:
        _outcome(_case(suite, grade, check.name), check)
    failure = suite.find("testcase/failure")  # the first: what the counterexample shows
    if failure is not None and grade.counterexample is not None:
        failure.text = f"{failure.text}\n{_clean(story(grade.counterexample))}"
    if grade.problem is not None or not grade.checks:
        problem = _case(suite, grade, "the submission can be graded")
        ET.SubElement(problem, "error", message=_clean(grade.summary), type="problem")
    if grade.output:
        ET.SubElement(suite, "system-out").text = _clean(grade.output)
    for key, path in COUNTED.items():
        suite.set(key, str(len(suite.findall(path))))
    return suite


def _case(suite: ET.Element, grade: Grade, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=_clean(f"{grade.kind}.{grade.learner}"), name=_clean(name))


def _outcome(case: ET.Element, check: Finding) -> None:
    if check.status == "passed":
        return
    if not check.required:
        ET.SubElement(case, "skipped", message=_clean(f"{OPTIONAL_TITLE}: {check.status}: {check.found}"))
        return
    kind = {"failed": "failure", "unknown": "error", "skipped": "skipped"}[check.status]
    outcome = ET.SubElement(case, kind, message=_clean(check.found or check.status))
    if kind != "skipped":
        outcome.set("type", check.status)
        outcome.text = _clean("\n".join([f"expected: {check.expected}", f"found: {check.found}", check.detail]).strip())


def _clean(text: str) -> str:
    return NOT_XML.sub("", text)
