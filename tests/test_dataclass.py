"""Our data classes do what those of the standard library do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from typing import Any

import pytest

from partwise._dataclass import dataclass

THEIRS, OURS = dataclasses.dataclass, dataclass
WAYS = [
    {},
    {"frozen": True},
    {"frozen": True, "eq": False},
    {"frozen": True, "eq": False, "repr": False},
    {"frozen": True, "eq": False, "kw_only": True},
    {"frozen": True, "slots": True},
    {"slots": True},
]
"""Options that the package uses."""
FROZEN = [way for way in WAYS if "frozen" in way]


def pair(way: dict[str, Any]) -> tuple[Any, Any]:
    """Two classes of one body, theirs and ours."""

    def made(decorator: Callable[..., Any]) -> Any:
        @decorator(**way)
        class Thing:
            """A thing."""

            name: str
            size: int = 3
            parts: list[int] = field(default_factory=list)
            hidden: str = field(default="", repr=False, compare=False)

        return Thing

    return made(THEIRS), made(OURS)


@pytest.mark.parametrize("way", WAYS)
def test_signature_fields_and_text_are_the_same(way: dict[str, Any]) -> None:
    theirs, ours = pair(way)
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs))
    assert ours.__match_args__ == theirs.__match_args__
    assert ours.__doc__ == theirs.__doc__ == "A thing."
    assert [one.name for one in fields(ours)] == [one.name for one in fields(theirs)]
    assert ours.__init__.__qualname__ == theirs.__init__.__qualname__
    assert ours.__init__.__annotations__ == theirs.__init__.__annotations__
    one, other = ours(name="a", parts=[1]), theirs(name="a", parts=[1])
    assert asdict(one) == asdict(other)
    if way.get("repr", True):
        assert repr(one) == repr(other)
    else:
        assert (repr(one)[0], repr(other)[0]) == ("<", "<")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("words", [(), ("a", 1, [], "", 5), ("a", "b", "c", "d", "e", "f")])
def test_wrong_arguments_are_refused_in_the_same_words(
    way: dict[str, Any], words: tuple[Any, ...]
) -> None:
    said = []
    for cls in pair(way):
        with pytest.raises(TypeError) as problem:
            cls(*words)
        said.append(str(problem.value))
    assert said[0] == said[1]


@pytest.mark.parametrize("way", WAYS)
def test_equality_and_hash_are_the_same(way: dict[str, Any]) -> None:
    theirs, ours = pair(way)
    for cls in (theirs, ours):
        one, same = cls(name="a", size=1, parts=()), cls(name="a", size=1, parts=(), hidden="x")
        other = cls(name="a", size=2, parts=())
        assert (one == same) is way.get("eq", True)
        assert one != other
        assert one != ("a", 1, ())
        assert one.__eq__("a") is NotImplemented
    assert (ours.__hash__ is None) is (theirs.__hash__ is None)
    if way.get("eq", True) and "frozen" in way:
        made = [cls(name="a", size=1, parts=()) for cls in (theirs, ours)]
        assert hash(made[0]) == hash(made[1])


def test_classes_of_one_body_are_not_equal() -> None:
    (_, one), (_, other) = pair({"frozen": True}), pair({"frozen": True})
    assert one(name="a") != other(name="a")


@pytest.mark.parametrize("way", FROZEN)
@pytest.mark.parametrize("name", ["size", "another"])
def test_a_frozen_one_stays_as_it_is(way: dict[str, Any], name: str) -> None:
    theirs, ours = pair(way)
    # where there are slots, theirs has no words for what is no field
    for cls in (ours,) if "slots" in way and name == "another" else (theirs, ours):
        one = cls(name="a")
        with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
            setattr(one, name, 4)
        with pytest.raises(FrozenInstanceError, match=f"cannot delete field '{name}'"):
            delattr(one, name)
        assert one.size == 3


def test_one_that_is_not_frozen_can_be_changed() -> None:
    for cls in pair({}):
        one = cls(name="a")
        one.size = 4
        assert one == cls(name="a", size=4)


def test_an_ordinary_subclass_has_attributes_of_its_own() -> None:
    for cls in pair({"frozen": True}):

        class Own(cls):  # type: ignore[misc, valid-type]
            pass

        one = Own(name="a")
        one.more = 1
        assert one.more == 1
        del one.more
        assert not hasattr(one, "more")
        with pytest.raises(FrozenInstanceError):
            one.size = 4


@pytest.mark.parametrize("way", WAYS)
def test_replaced_and_copied(way: dict[str, Any]) -> None:
    for cls in pair(way):
        one = cls(name="a", parts=[1])
        other = replace(one, size=7)
        assert (other.name, other.size, other.parts) == ("a", 7, [1])
        again = copy.deepcopy(other)
        assert asdict(again) == asdict(other)
        assert again.parts is not other.parts


def test_factories_make_one_for_each() -> None:
    _, ours = pair({"frozen": True})
    assert ours(name="a").parts == []
    assert ours(name="a").parts is not ours(name="a").parts
    given: list[int] = []
    assert ours(name="a", parts=given).parts is given


@dataclass(frozen=True, slots=True)
class Slotted:
    """Found by its name, as pickles ask for."""

    name: str
    size: int = 1


@dataclass(frozen=True)
class Plain:
    """The same without slots."""

    name: str
    size: int = 1


@pytest.mark.parametrize("one", [Slotted("a", 2), Plain("a", 2)])
def test_pickled(one: Slotted | Plain) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(one, protocol))
        assert again == one
        assert type(again) is type(one)
    assert hasattr(one, "__dict__") is (type(one) is Plain)


def test_post_init_and_fields_that_are_not_given() -> None:
    def made(decorator: Callable[..., Any]) -> Any:
        @decorator(frozen=True)
        class Thing:
            size: int
            double: int = field(init=False)

            def __post_init__(self) -> None:
                object.__setattr__(self, "double", 2 * self.size)

        return Thing

    theirs, ours = made(THEIRS), made(OURS)
    assert asdict(ours(3)) == asdict(theirs(3)) == {"size": 3, "double": 6}
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs))


def test_subclasses_take_the_fields_of_their_bases_first() -> None:
    def made(decorator: Callable[..., Any]) -> Any:
        @decorator(frozen=True)
        class Base:
            size: int

            def __repr__(self) -> str:
                return "base"

        @decorator(frozen=True)
        class Thing(Base):
            name: str = "x"

        @decorator(frozen=True)
        class Empty:
            pass

        return Base, Thing, Empty

    for theirs, ours, words in zip(made(THEIRS), made(OURS), [(1,), (1, "y"), ()], strict=True):
        assert repr(ours(*words)) == repr(theirs(*words))
        assert hash(ours(*words)) == hash(theirs(*words))
        assert str(inspect.signature(ours)) == str(inspect.signature(theirs))


def test_what_a_class_says_itself_stays() -> None:
    def made(decorator: Callable[..., Any]) -> Any:
        @decorator(frozen=True)
        class Equal:  # noqa: PLW1641  that is what is asked
            size: int

            def __eq__(self, other: object) -> bool:
                return True

        @decorator(frozen=True)
        class Hashed:
            size: int

            def __hash__(self) -> int:
                return 7

        return Equal(1), Equal(2), Hashed(1), Hashed(1)

    for one, two, three, four in (made(THEIRS), made(OURS)):
        assert one == two
        assert hash(one) != hash(two)
        assert hash(three) == 7
        assert three == four


def test_one_that_holds_itself_is_shown() -> None:
    held: list[Any] = []
    one = Plain("a", held)  # type: ignore[arg-type]
    held.append(one)
    assert repr(one) == "Plain(name='a', size=[...])"


def test_decorated_without_options() -> None:
    @dataclass
    class Thing:
        size: int = 1

    assert Thing() == Thing(1)
    assert repr(Thing(2)).endswith("Thing(size=2)")


def test_theirs_and_ours_derive_from_each_other() -> None:
    for below, above in ((OURS, THEIRS), (THEIRS, OURS), (OURS, OURS)):

        @below(frozen=True)
        class Base:
            size: int = 1

        @above(frozen=True)
        class Thing(Base):
            name: str = "x"

        assert Thing(2, "y") == Thing(2, "y")
        with pytest.raises(FrozenInstanceError):
            Thing().size = 3  # type: ignore[misc]
        with pytest.raises(TypeError, match="cannot inherit non-frozen dataclass from a frozen"):

            @above()
            class _(Base):
                pass

    for below, above in ((OURS, THEIRS), (THEIRS, OURS), (OURS, OURS)):

        @below()
        class Open:
            size: int = 1

        with pytest.raises(TypeError, match="cannot inherit frozen dataclass from a non-frozen"):

            @above(frozen=True)
            class _(Open):
                pass
