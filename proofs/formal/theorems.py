"""The theorems that Rocq has checked, as their sources state them, and as audit.expected lists them."""

import re
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the sources stand."""

EXPECTED = FOLDER / "audit.expected"
"""What Rocq prints of Audit.v."""

LIBRARY = "ForcedMistakes"
"""The logical prefix of all of them, as Rocq calls it."""

_BLOCK = re.compile(r"^@?(?P<name>[\w'.]+)\n {5}: (?P<rest>.*?)(?=^@?[\w'.]+\n {5}: |\Z)", re.MULTILINE | re.DOTALL)
_CLOSED = "Closed under the global context"
_AXIOMS = "Axioms:"
_FORBIDDEN = re.compile(
    r"(?<![\w.'])(?:Axioms?|Conjectures?|Parameters?|Admitted|admit|give_up|Primitive|native_compute|bypass_check"
    r"|Admit\s+Obligations|Declare\s+(?:Module|Instance|ML\s+Module)|Unset\s+(?:Guard|Positivity|Universe)\s+Checking"
    r"|Include|Load|Rewrite\s+Rules?|Redirect|Extraction|Cd|Print\s+(?:Sorted\s+)?Universes|Add\s+(?:Rec\s+)?(?:LoadPath|ML\s+Path))(?![\w'])"
)
"""What no source may say outside comments and strings: it would assume something, switch the kernel's checks off, trust
more than the kernel, load code into it, or write a file. (What a theorem assumes in any other way, `Print Assumptions`
shows.)"""

_SENTENCE = re.compile(
    r"(?:\A|\.)\s+(?:(?:Time|Timeout\s+\d+|Local|Global|Polymorphic|Monomorphic|Program)\s+|#\[[^]]*\]\s*)*"
    r"(Section|Module|End|Hypothes[ie]s|Variables?|Context)(?=\s)"
)
"""What opens and closes sections, and what outside of all of them would be an axiom, in the place of a sentence.

The audit does not see the definitions of a module within a file, nor the text that `Load` reads, in a proof, too."""

_MARK = re.compile(r'\(\*|\*\)|"')
_THEOREM = re.compile(r"\bTheorem\s+([\w']+)")
_IDEA = re.compile(r"(?:^|\s)(?:Idea|Proof): ")


@dataclass(frozen=True)
class Theorem:
    """A theorem: ``says`` is its statement in words, and ``idea`` that of its proof, from the comment in ``file``.

    ``assumptions`` are the names of the axioms that it rests on. Rocq prints these and the statement, the source
    has the rest: what is read of one of the two leaves empty what the other says.
    """

    name: str
    file: str = ""
    statement: str = ""
    says: str = ""
    assumptions: tuple[str, ...] = ()
    idea: str = ""


@dataclass(frozen=True)
class RocqFile:
    """One file of theorems; its name has the folder in front, like ``basics/Learner.v``."""

    name: str
    text: str

    @property
    def module(self) -> str:
        """What Rocq calls the file, whatever folder it is in."""
        return self.name.rpartition("/")[2].removesuffix(".v")

    @cached_property
    def code(self) -> str:
        """The text without its comments."""
        return without_comments(self.text)

    @property
    def theorems(self) -> tuple[Theorem, ...]:
        """Every ``Theorem`` of the file, in order, with the comment above it, and the idea of its proof."""
        declared = [(match[1], *_comment_above(self.text, match.start())) for match in _THEOREM.finditer(self.code)]
        return tuple(Theorem(name, self.name, says=words, idea=idea) for name, words, idea in declared)

    @property
    def imports(self) -> tuple[str, ...]:
        """The sentences by which the file imports others, as they stand there."""
        return self._sentences("From ", "Require ", "Import ", "Export ")

    @property
    def context(self) -> tuple[str, ...]:
        """The sentences after which its definitions can be written as they are written there; it may declare scopes."""
        scopes = self._sentences("Local Open Scope ", "Open Scope ")
        return (*self.imports, f"From {LIBRARY} Require Import {self.module}.", *scopes)

    def _sentences(self, *words: str) -> tuple[str, ...]:
        sentences = re.split(r"\.(?=\s|$)", self.code)
        return tuple(f"{' '.join(text.split())}." for text in sentences if text.lstrip().startswith(words))

    @property
    def uses_reals(self) -> bool:
        """Whether it is about the real numbers of the standard library, which rest on axioms."""
        return any(" Reals" in sentence for sentence in self.imports)

    @property
    def needs(self) -> tuple[str, ...]:
        """The modules of ours that the file requires."""
        ours = [sentence for sentence in self.imports if sentence.startswith(f"From {LIBRARY} Require ")]
        return tuple(
            name for sentence in ours for name in sentence[:-1].split()[3:] if name not in ("Import", "Export")
        )

    @property
    def forbidden(self) -> tuple[str, ...]:
        """What the file says and may not say."""
        plain = without_comments(self.text, also_strings=True)
        forbidden, depth = _FORBIDDEN.findall(plain), 0
        for word in _SENTENCE.findall(f" {plain}"):
            if word == "Module":
                forbidden.append(word)
            elif word in ("Section", "End"):
                depth += 1 if word == "Section" else -1
            elif depth <= 0:
                forbidden.append(f"{word} outside of a section")
        return tuple(sorted({" ".join(words.split()) for words in forbidden}))


def sources(folder: Path = FOLDER) -> tuple[RocqFile, ...]:
    """Return the files that _CoqProject lists, in its order: each imports only files before it."""
    listed = [line.strip() for line in (folder / "_CoqProject").read_text(encoding="utf-8").splitlines()]
    names = [line for line in listed if line.endswith(".v")]
    return tuple(RocqFile(name, (folder / name).read_text(encoding="utf-8")) for name in names)


@cache
def theorems() -> dict[str, Theorem]:
    """Return every theorem by its name, in the order of the sources; Rocq is not asked."""
    audited = {audit.name: audit for audit in read_audit(EXPECTED.read_text(encoding="utf-8"))}
    return {
        declared.name: replace(declared, statement=audit.statement, assumptions=audit.assumptions)
        for file in sources()
        for declared in file.theorems
        if (audit := audited.get(declared.name))
    }


def read_audit(printed: str) -> list[Theorem]:
    """Return what Rocq has printed of each theorem; what it assumes stands after it, or after others that follow it."""
    audited: list[Theorem] = []
    waiting: list[tuple[str, str]] = []
    for block in _BLOCK.finditer(printed):
        statement, closed, _ = block["rest"].partition(f"\n{_CLOSED}")
        axioms = ""
        if not closed:
            statement, _, axioms = block["rest"].partition(f"\n{_AXIOMS}\n")
        names = tuple(re.findall(r"^(\S+)", axioms, re.MULTILINE))
        waiting.append((block["name"], " ".join(statement.split())))
        if closed or names:
            audited += [Theorem(name, statement=statement, assumptions=names) for name, statement in waiting]
            waiting = []
    if waiting:
        raise ValueError(f"Rocq does not say what {waiting[0][0]} rests on")
    return audited


def without_comments(text: str, *, also_strings: bool = False) -> str:
    """Return a Rocq text with blanks in the place of comments, which nest, so that every place stays where it is."""
    kept, depth, at = list(text), 0, 0
    while mark := _MARK.search(text, at):
        start, at = mark.span()
        if mark[0] == '"':  # a string, also in a comment; a quote in it is written twice
            end = text.find('"', at)
            at = len(text) if end < 0 else end + 1
            if depth or also_strings:
                _blank(kept, start, at)
            continue
        depth = depth + 1 if mark[0] == "(*" else max(depth - 1, 0)
        if depth == 1 and mark[0] == "(*":
            opened = start
        elif depth == 0 and mark[0] == "*)":
            _blank(kept, opened, at)
    return "".join(kept)


def _blank(kept: list[str], start: int, end: int) -> None:
    kept[start:end] = [" " if character != "\n" else "\n" for character in kept[start:end]]


def _comment_above(text: str, place: int) -> tuple[str, str]:
    """Return what the comment right above a sentence says first: a paragraph, on one line, and the proof's idea."""
    above = text[:place].rstrip(" \t")
    if not above.endswith(("*)", "*)\n")):
        return "", ""
    comment = above[above.rfind("(*") :].strip().removeprefix("(*").removesuffix("*)").lstrip("*").strip()
    words = _IDEA.split(re.split(r"\n\s*\n", comment)[0])[0]
    idea = _IDEA.split(comment)[1:]
    return _plain(words), _plain(idea[0] if idea else "")


def _plain(text: str) -> str:
    """Return words on one line, without the brackets around Rocq's names; the brackets of lists stay."""
    return re.sub(r"\[([^][;,]+)\]", r"\1", " ".join(text.split()))
