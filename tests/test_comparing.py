"""Systems compared: every side of a pair, slices with their corrections, what is counted, and which units tell."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isnan, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from karat.cli.__main__ import main
from karat.errors import BadInput, BadRequest
from karat.evaluate.comparing import beats, chosen_test, compare, compared, turned
from karat.evaluate.facts import facts
from karat.evaluate.features import MOST, Column, Length, Script, feature, shown, slices
from karat.evaluate.rivals import Rivals, said
from karat.evaluate.runs import Run
from karat.evaluate.slicing import compared_on, for_slices, leader, sure, won_by
from karat.evaluate.tabled import Tabled, tabled
from karat.evaluate.telling import telling
from karat.evaluate.texts import texts_of, told
from karat.measures import measure
from karat.types import Comparison, References

QUICK = chosen_test("bootstrap", 2000)


def run(name: str, field: str, values: Sequence[Any], **columns: Sequence[Any]) -> Run:
    rows = [{field: value, **{key: of[i] for key, of in columns.items()}} for i, value in enumerate(values)]
    places = [(f"{name}:{i}", row) for i, row in enumerate(rows, 1)]
    return Run(name, tuple(f"u{i}" for i in range(len(values))), tuple(places))


def found(difference: float = 0.1, which: str = "accuracy", corrected: float = 0.01) -> Comparison:
    return Comparison("a", "b", which, difference, -0.1, 0.3, 0.01, corrected, 0.2, "t", 9, 0, 50)


# A pair and its two sides


def test_a_comparison_seen_from_the_other_side_keeps_its_p() -> None:
    other = turned(found())
    assert (other.ours, other.theirs, other.difference, other.low, other.high) == ("b", "a", -0.1, -0.3, 0.1)
    assert (other.p, other.effect, turned(other)) == (0.01, -0.2, found())


def test_turning_no_difference_makes_no_minus_zero() -> None:
    assert str(turned(found(0.0)).difference) == "0.0"


@pytest.mark.parametrize(
    ("pair", "winner", "clear", "ours"),
    [
        (found(0.1), "a", True, True),
        (found(-0.1), "b", True, False),
        (found(-0.1, "wer"), "a", True, True),
        (found(0.1, "wer"), "b", True, False),
        (found(0.1, corrected=0.2), "a", False, False),
        (found(0.0), "", False, False),
        (found(nan, corrected=nan), "", False, False),
    ],
)
def test_who_wins_depends_on_what_is_better(pair: Comparison, winner: str, clear: bool, ours: bool) -> None:
    assert (won_by(pair), sure(pair), beats(pair)) == (winner, clear, ours)


def test_compared_knows_its_order_and_its_pairs() -> None:
    gold = ["a"] * 60
    systems = {"worst": ["b"] * 60, "best": ["a"] * 60, "middle": ["a"] * 30 + ["b"] * 30}
    made = compare(gold, systems, ["accuracy", "f(average='macro')"], resamples=2000, interval="none")
    assert made.measures == ("accuracy", "f(average='macro')")
    assert [rank.system for rank in made.ranked("accuracy")] == ["best", "middle", "worst"]
    assert made.between("best", "worst", "accuracy").difference == 1.0
    assert made.between("worst", "best", "accuracy").difference == -1.0
    assert made.of("accuracy").measures == ("accuracy",)
    assert {one.measure for one in made.of("accuracy").comparisons} == {"accuracy"}
    with pytest.raises(BadRequest, match="best and nobody were not compared by accuracy"):
        made.between("best", "nobody", "accuracy")


def test_a_comparison_says_what_the_set_can_see() -> None:
    gold, ours, theirs = ["a"] * 100, ["a"] * 60 + ["b"] * 40, ["a"] * 45 + ["b"] * 50 + ["a"] * 5
    pair = compare(gold, {"ours": ours, "theirs": theirs}, "accuracy", resamples=2000, interval="none").comparisons[0]
    assert (round(pair.mde, 3), pair.needed) == (0.123, 151)  # by hand: the example of karat.stats.power.detectable


def test_systems_that_never_differ_leave_nothing_known() -> None:
    pair = compare(["a"] * 20, {"x": ["a"] * 20, "y": ["a"] * 20}, "accuracy", resamples=99).comparisons[0]
    assert (pair.difference, pair.p) == (0.0, 1.0)
    assert isnan(pair.mde)
    assert isnan(pair.needed)


def test_the_correction_is_the_one_asked_for() -> None:
    gold = ["a", "b"] * 40
    systems = {"one": gold, "two": ["a"] * 80, "three": ["a", "b", "b", "a"] * 20}
    ps = {
        how: [one.corrected for one in compare(gold, systems, "accuracy", resamples=500, correction=how).comparisons]
        for how in ("none", "bonferroni")
    }
    assert ps["bonferroni"] == [min(1.0, 3 * p) for p in ps["none"]]


# Features


ASKED = run("gold", "text", ["one", "one two", "one two three", "five", "x y", "Да нет"], length=[9, 9, 8, 8, 7, 7])

FEATURES = (
    ("length", {"7": [4, 5], "8": [2, 3], "9": [0, 1]}, "a column comes first"),
    ("length()", {"1 word": [0, 3], "2–3 words": [1, 2, 4, 5]}, "by hand: equal lengths stay together"),
    ("length(of='characters', parts=2)", {"3–4 characters": [0, 3, 4], "6–13 characters": [1, 2, 5]}, "by hand"),
    ("script", {"Cyrillic": [5], "Latin": [0, 1, 2, 3, 4]}, "by hand"),
    ("quantiles(of='length', parts=2)", {"7": [4, 5], "8–9": [0, 1, 2, 3]}, "by hand: the middle value opens a part"),
    ("column(of='length')", {"7": [4, 5], "8": [2, 3], "9": [0, 1]}, "said in full"),
)


@pytest.mark.parametrize(("by", "places"), [row[:2] for row in FEATURES], ids=[row[0] for row in FEATURES])
def test_units_are_sliced_by_a_column_or_by_what_is_worked_out(by: str, places: dict[str, list[int]]) -> None:
    assert slices(feature(by, ASKED), ASKED) == places


@pytest.mark.parametrize("by", [Column(of="genre"), Length(parts=3), Script()])
def test_a_feature_prints_as_it_reads(by: Any) -> None:
    assert feature(str(by), ASKED) == by


def test_a_columns_heading_is_its_name() -> None:
    assert (shown(Column(of="genre")), shown(Length(parts=3))) == ("genre", "length(parts=3)")


@pytest.mark.parametrize("parts", [2, 3, 4, 7])
def test_parts_hold_every_unit_once_and_are_about_as_large(parts: int) -> None:
    asked = run("gold", "text", ["w " * n for n in range(1, 101)])
    sizes = [len(at) for at in slices(Length(parts=parts), asked).values()]
    assert (sum(sizes), len(sizes)) == (100, parts)
    assert max(sizes) - min(sizes) <= 2


def test_a_label_is_a_slice_whatever_its_field() -> None:
    lines = run("gold", "line", ["pos", "neg", "pos"])
    assert slices(feature("label", lines), lines) == {"neg": [1], "pos": [0, 2]}


def test_the_text_of_a_unit_is_its_first_reference() -> None:
    assert texts_of(run("gold", "references", [["a b", "c"]])) == ["a b"]


REFUSED = (
    ("lenght", BadInput, r"gold:1: there is no column 'lenght' to slice by. Did you mean length"),
    ("length(parts=1)", BadRequest, "parts is 1, but a number from 2 to 50"),
    ("length(of='letters')", BadRequest, "of cannot be 'letters'"),
    ("width()", BadRequest, "no feature is called 'width'"),
    ("column(of='genre')", BadInput, "no column 'genre'"),
    ("quantiles(of='text')", BadInput, "gold:1: 'one' was found where a number was expected"),
)


@pytest.mark.parametrize(("by", "error", "says"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_units_cannot_be_sliced_by_is_refused_in_words(by: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        slices(feature(by, ASKED), ASKED)


def test_too_many_slices_are_refused_with_a_way_out() -> None:
    asked = run("gold", "label", ["a"] * (MOST + 1), year=range(MOST + 1))
    with pytest.raises(BadRequest, match=r"year has 51 different values .* say quantiles\(of='year'\)"):
        slices(feature("year", asked), asked)


def test_texts_are_looked_for_where_they_may_be() -> None:
    asked = run("gold", "label", ["a"])
    with pytest.raises(BadInput, match=r"gold:1: there is no text to look at: a field `text` .* \(--texts FILE\)"):
        slices(Length(), asked)
    texts = run("texts", "text", ["a b c"], genre=["crime"])
    assert texts_of(told(asked, texts)) == ["a b c"]
    assert told(asked, texts).column("genre") == ["crime"]
    with pytest.raises(BadInput, match=r"texts says nothing of 1 of 2 units \(u1\)"):
        told(run("gold", "label", ["a", "b"]), texts)


def test_what_gold_says_itself_stays() -> None:
    both = told(run("gold", "label", ["a"]), run("texts", "text", ["t"], label=["z"]))
    assert both.take("label") == ["a"]


# Slices


def labelled() -> tuple[list[Tabled], dict[str, list[int]]]:
    """North is right on short ones and South on long ones; six are too few to say."""
    gold = ["a"] * 106
    north = ["a"] * 60 + ["b"] * 40 + ["a"] * 6
    south = ["a"] * 20 + ["b"] * 40 + ["a"] * 40 + ["b"] * 6
    places = {"short": list(range(60)), "long": list(range(60, 100)), "few": list(range(100, 106))}
    return tabled(gold, {"north": north, "south": south}, measure("accuracy")), places


def test_slices_are_corrected_together_and_small_ones_are_not_tested() -> None:
    tables, places = labelled()
    over_all = compared(tables, QUICK, interval="none")
    short, long, few = compared_on(tables, over_all, "length", places, QUICK, interval="none")
    ps = [part.comparisons[0] for part in (short, long, few)]
    assert leader(over_all, "accuracy") == "north"
    assert [round(one.difference, 3) for one in ps] == [0.667, -1.0, 1.0]
    assert [one.corrected for one in ps[:2]] == [2 * ps[0].p, 2 * ps[1].p]  # two were tested, not three
    assert isnan(ps[2].p)
    assert ps[2].why == "6 units are too few to test: at least 10 were expected"
    assert [bool(part.turned(over_all)) for part in (short, long, few)] == [False, True, False]
    assert [part.small for part in (short, long, few)] == [False, False, True]
    assert [part.n for part in (short, long, few)] == [60, 40, 6]


def test_a_slice_has_the_scores_that_its_units_have_alone() -> None:
    tables, places = labelled()
    part = tables[0].only(places["long"])
    assert part.score("south", "none").value == 1.0
    assert part.units == 40


def test_a_slice_of_groups_is_as_small_as_its_groups_are_few() -> None:
    gold, groups = ["a"] * 60, [str(i // 20) for i in range(60)]
    tables = tabled(gold, {"x": ["a"] * 60, "y": ["b"] * 60}, measure("accuracy"), groups)
    over_all = compared(tables, QUICK, interval="none")
    [part] = compared_on(tables, over_all, "all", {"all": list(range(60))}, QUICK, interval="none")
    assert (part.n, part.drawn, part.small) == (60, 3, True)
    assert part.comparisons[0].why == "3 groups are too few to test: at least 10 were expected"


def test_slices_draw_no_more_than_they_deserve() -> None:
    assert str(for_slices(chosen_test("bootstrap"))) == "bootstrap(resamples=100000)"
    assert for_slices(QUICK) == QUICK


# Units that tell


def test_the_units_that_tell_are_those_on_which_two_systems_differ() -> None:
    [table], _ = labelled()
    units = [f"u{i}" for i in range(106)]
    told_ = telling(table, units, "north", "south", most=3)
    assert (told_.won, told_.lost) == (46, 40)
    assert all(20 <= at < 60 or at >= 100 for at in told_.wins)
    assert all(60 <= at < 100 for at in told_.losses + told_.worst)
    assert len(told_.wins) == len(told_.losses) == len(told_.worst) == 3


def test_telling_units_do_not_depend_on_the_order_of_the_file() -> None:
    [table], _ = labelled()
    units = [f"u{i}" for i in range(106)]
    order = np.random.default_rng(0).permutation(106)
    mixed = telling(table.only(order.tolist()), [units[i] for i in order], "north", "south")
    straight = telling(table, units, "north", "south")
    assert [int(order[i]) for i in mixed.wins] == list(straight.wins)
    assert [int(order[i]) for i in mixed.worst] == list(straight.worst)


def test_where_less_is_better_a_win_is_a_unit_with_fewer_mistakes() -> None:
    [table] = tabled(["a b", "a b", "a b"], {"x": ["a b", "a c", "d e"], "y": ["d e", "a c", "a b"]}, measure("wer"))
    units = telling(table, ["0", "1", "2"], "x", "y")
    assert (units.wins, units.losses) == ((0,), (2,))
    assert units.worst[0] == 2


def test_measures_that_need_all_units_have_telling_ones_too() -> None:
    [table] = tabled([1, 2, 3, 4, 5], {"x": [1, 2, 3, 5, 4], "y": [2, 1, 3, 4, 5]}, measure("spearman"))
    assert set(telling(table, list("abcde"), "x", "y").wins) <= {0, 1, 2, 3, 4}
    assert np.isnan(table.alone("x")).all()


# Facts


def test_facts_of_labels_are_counted() -> None:
    gold = run("gold", "label", ["a", "a", "b", "b"], text=["one two", "one two", "three", "ще не вмерла"])
    systems = {"x": run("x", "label", ["a", "a", "a", "b"]), "y": run("y", "label", ["a", "b", "a", "b"])}
    seen = facts(gold, systems, "label")
    assert (seen.units, seen.again, seen.unanimous, seen.lengths) == (4, 1, 3, (1, 2, 3))
    assert seen.scripts == (("Latin", 3), ("Cyrillic", 1))
    assert seen.right == (("x", 3), ("y", 2))
    assert seen.shares[0] == ("gold", (("a", 0.5), ("b", 0.5)))
    assert seen.shares[1] == ("x", (("a", 0.75), ("b", 0.25)))


def test_facts_of_texts_are_counted() -> None:
    gold = run("gold", "references", [["a b c", "a"], ["d"]])
    seen = facts(gold, {"x": run("x", "text", ["a", " "]), "y": run("y", "text", ["a b c d", "d e f g"])}, "text")
    assert seen.right == (("x", 1), ("y", 0))
    assert seen.empty == (("x", 1), ("y", 0))
    assert seen.ratios == (("x", 0.25), ("y", 2.0))  # against the words of the first reference: 4


def test_without_gold_there_is_still_something_to_count() -> None:
    seen = facts(None, {"x": run("x", "label", ["a"]), "y": run("y", "label", ["a"])}, "label")
    assert (seen.units, seen.unanimous, seen.right) == (1, 1, ())


def test_an_example_shows_the_text_where_it_is_not_the_answer() -> None:
    gold = run("gold", "label", ["a", "b"], text=["Yes.", "No."])
    rivals = Rivals(gold, {"x": run("x", "label", ["a", "a"]), "y": run("y", "label", ["b", "b"])})
    [table] = rivals.tables([measure("accuracy")])
    [one] = rivals.examples(table, ["x", "y"], [1])
    assert (one.unit, one.text, one.gold) == ("u1", "No.", ("b",))
    assert (one.answers, one.scores) == ({"x": "a", "y": "b"}, {"x": 0.0, "y": 1.0})


def test_answers_of_every_form_can_be_read() -> None:
    assert [said(one) for one in ("a", 0.5, ((0, 4, "PER"), (6, 8, "ORG")), ())] == ["a", "0.5", "0–4 PER; 6–8 ORG", ""]
    gold = run("gold", "references", [["a", "b"]])
    rivals = Rivals(gold, {"x": run("x", "text", ["a"]), "y": run("y", "text", ["c"])})
    [table] = rivals.tables([measure("chrf")])
    assert rivals.examples(table, ["x"], [0])[0].gold == ("a", "b")
    assert isinstance(gold.take("text")[0], References)


def documents(folder: Path, name: str, right: int, **known: object) -> str:
    lines = [
        json.dumps({"unit": f"u{i}", "label": "x" if i % 10 < right else "y", "document": f"d{i // 8}", **known})
        for i in range(200)
    ]
    (folder / name).write_text("\n".join(lines), "utf-8")
    return str(folder / name)


def test_documents_are_drawn_where_units_name_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [documents(tmp_path, f"{name}.jsonl", right) for name, right in (("gold", 10), ("a", 9), ("b", 7))]
    found = {}
    for unit in ("", "document", "unit"):
        asked = ["--unit", unit] if unit else []
        assert main(["compare", *files, "-m", "accuracy", "--resamples", "500", "--json", *asked]) == 0
        found[unit] = json.loads(capsys.readouterr().out)
    assert [one["drawn"] for one in found.values()] == [25, 25, 200]
    assert found[""]["comparisons"] == found["document"]["comparisons"]
    assert "so documents are drawn (25 of 200 units): --unit unit draws single units" in found[""]["notes"][0]
    assert found["unit"]["notes"] == found["document"]["notes"] == []
    assert [one["signature"]["drawn by"] for one in found.values()] == ["document", "document", "unit"]


def test_a_document_a_unit_is_no_group(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps({"unit": f"u{i}", "label": "x", "meta": {"document": f"d{i}"}}) for i in range(20)]
    (tmp_path / "gold.jsonl").write_text("\n".join(lines), "utf-8")
    assert main(["score", str(tmp_path / "gold.jsonl"), str(tmp_path / "gold.jsonl"), "-m", "accuracy"]) == 0
    assert "documents are drawn" not in capsys.readouterr().err
