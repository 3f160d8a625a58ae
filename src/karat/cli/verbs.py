"""The verbs, in the order in which people meet them. A verb's file is read only when it is called."""

from __future__ import annotations

GROUPS: dict[str, dict[str, str]] = {
    "Data": {
        "count": "Count words and n-grams, exactly.",
        "split": "Divide documents into train, dev and test by document, author or any key.",
    },
    "Annotation": {
        "new": "Make a workspace: one file that holds texts, people and answers.",
        "add": "Add documents, a guideline or a person to a workspace.",
        "import": "Bring answers from a file into a workspace.",
        "serve": "Serve a workspace as a web page to annotate in.",
        "export": "Write the answers of a workspace to a file.",
        "agree": "Measure agreement between people, with intervals.",
        "gold": "Turn many answers into one by a rule.",
        "verify": "Check that a workspace still says what was answered.",
        "backup": "Copy a workspace safely while it is in use.",
    },
    "Evaluation": {
        "score": "Score a system's outputs against gold.",
        "compare": "Compare systems: intervals, paired tests, ranks.",
        "measures": "List the measures, or explain one.",
        "report": "Write the report of a workspace.",
    },
    "karat itself": {
        "demo": "Go through the whole loop on sample data.",
        "doctor": "Say what is installed, what is compiled, and how to mend the rest.",
    },
}

VERBS = {verb: line for group in GROUPS.values() for verb, line in group.items()}


def overview() -> str:
    """What `karat --help` prints."""
    lines = ["Usage: karat VERB [OPTIONS] …", "", "From raw text to a number you can defend.", ""]
    for group, verbs in GROUPS.items():
        lines += [f"{group}:", *(f"  {verb:10} {line}" for verb, line in verbs.items()), ""]
    lines += ["karat VERB --help explains a verb with an example; every verb takes --json.", "Start with: karat demo"]
    return "\n".join(lines)
