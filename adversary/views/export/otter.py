"""A test file for otter-grader, in the OK format."""

from adversary.views.template import fill_in

CODE = """\
>>> from adversary.grading.grade import grade
>>> found = grade({learner}, {kind})
>>> 'passed' if found.verdict == 'passed' else f'{{found.verdict}}: {{found.summary}}'
'passed'
"""
"""The doctest; where it fails, it shows why."""


def otter_test(kind: str, learner: str = "submission.py", points: int = 1) -> str:
    """Return the text of a test file that grades a file in the notebook's folder as a kind of learner."""
    code = CODE.format(learner=ascii(learner), kind=ascii(kind))
    return fill_in("otter.py", name=f"{learner} as {kind}", points=points, lines=code.splitlines(keepends=True))
