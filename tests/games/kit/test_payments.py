"""The solver of prices against brute force, and on the worst prices of the games to come."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.kit.resources import Due, Price, discounted, payments, with_joker


class Abc(NamedTuple):
    a: int = 0
    b: int = 0
    c: int = 0


class Crate(NamedTuple):
    """The goods of three games, each with its own."""

    coal: int = 0
    iron: int = 0
    water: int = 0
    gold: int = 0
    whistle: int = 0
    propeller: int = 0
    sail: int = 0
    compass: int = 0
    energy: int = 0
    mycelium: int = 0
    obsidian: int = 0
    food: int = 0
    book: int = 0
    crystal: int = 0


FIVE = Crate._fields[:5]
GOODS = ("propeller", "sail", "compass")
RESOURCES = ("energy", "mycelium", "obsidian")

kinds = st.lists(st.sampled_from(Abc._fields), unique=True).map(tuple)
dues = st.builds(
    Due,
    st.integers(0, 3),
    kinds.filter(bool),
    jokers=kinds,
    least=st.integers(1, 3),
    most=st.integers(1, 3),
).filter(lambda due: due.least <= due.most)
purses = st.builds(Abc, *[st.integers(0, 4)] * 3)
prices = st.lists(dues, max_size=2)


def brute_force(purse: Abc, price: Price) -> Iterator[Abc]:
    """Every piece handed over one by one, each with the kind that it counts as."""
    pieces = [
        [
            (number, piece, counts_as)
            for piece in Abc._fields
            for counts_as in (due.of if piece in due.jokers else {piece}.intersection(due.of))
        ]
        for number, due in enumerate(price)
        for _ in range(due.count)
    ]
    for way in product(*pieces):
        spent = Abc(*(sum(piece == kind for _, piece, _ in way) for kind in Abc._fields))
        counted = [{kind for n, _, kind in way if n == number} for number in range(len(price))]
        if all(least <= most for least, most in zip(spent, purse, strict=True)) and all(
            min(due.least, due.count) <= len(kinds) <= due.most
            for due, kinds in zip(price, counted, strict=True)
        ):
            yield spent


@settings(max_examples=150, deadline=None)
@given(purses, prices)
def test_all_payments_are_found_and_none_twice(purse: Abc, price: Price) -> None:
    found = payments(purse, price)
    assert len({*found}) == len(found)
    assert {*found} == {*brute_force(purse, price)}


@settings(max_examples=100, deadline=None)
@given(purses, prices, st.integers(0, 7))
def test_with_a_discount_too_nothing_is_paid_beyond_the_price(
    purse: Abc, price: Price, off: int
) -> None:
    price = [replace(due, name="cost") for due in price]
    found = payments(purse, *discounted(price, "cost", off))
    assert len({*found}) == len(found)
    due = max(0, sum(due.count for due in price) - off)
    assert {sum(payment) for payment in found} <= {due}


def test_a_discount_takes_from_its_part_alone_and_never_below_nothing() -> None:
    # Revive 4: a discount is for the books of the technology, not for range or others' books.
    price = [Due(2, ("food",), name="range"), Due(2, ("book",), name="technology")]
    price += [Due(1, ("book",), ("crystal",), to=1)]
    purse = Crate(food=2, book=1, crystal=1)
    assert payments(purse, price) == ()
    (cheaper,) = discounted(price, "technology", 5)
    assert {*payments(purse, cheaper)} == {Crate(food=2, book=1), Crate(food=2, crystal=1)}


def test_three_different_simple_goods_are_split_in_seven_ways() -> None:
    # Noria NO-10.
    purse = Crate(propeller=3, sail=3, compass=3)
    assert len(payments(purse, [Due(3, GOODS, least=2)])) == 7
    assert len(payments(purse, [Due(3, GOODS)])) == 10
    assert len(payments(purse, [Due(3, GOODS, most=1)])) == 3


def test_the_worst_prices_of_the_games_to_come() -> None:
    # Whistle Mountain: a large machine and a toll, with every joker, out of four of each.
    price: Price = [Due(3, ("iron",)), Due(2, ("coal",)), Due(1, FIVE)]
    for joker in FIVE:
        price = with_joker(price, joker, FIVE)
    assert len(payments(Crate(4, 4, 4, 4, 4), price)) == 185
    # Noria: the ninth level of exploration, with three others above.
    rich = Crate()._replace(**dict.fromkeys((*GOODS, *RESOURCES), 9))
    assert len(payments(rich, [Due(5, GOODS, least=2), Due(3, RESOURCES)])) == 180
    # Revive: range, a technology and a book to each of three others, crystals for any of them.
    books = [Due(1, ("book",), to=seat) for seat in (1, 2, 3)]
    settle = [Due(4, ("food",)), Due(3, ("book",)), *books]
    settle = [*with_joker(settle, "crystal", ("food", "book"))]
    assert len(payments(Crate(food=6, book=6, crystal=3), settle)) == 10
