"""What an item says of itself, as mappings: its own fields, then those of its containers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any

from partwise.adapters.fields import CONTAINERS, FIELDS, WRAPPERS

Holder = Mapping[str, Any]
"""Fields by name."""

Key = tuple[frozenset[str], ...]
"""Which known names each holder of an item has."""

_MOST_KINDS = 1_000
"""Lists of names that are remembered."""

_SAID = {"node_id": "id_", "ref_doc_id": "relationships"}
"""Properties that only repeat what an attribute says."""


class Views:
    """Looks at items of any type; what is learnt of a type is kept.

    Parameters
    ----------
    more : iterable of str
        Names that a user gave, besides the known ones.
    """

    def __init__(self, more: Iterable[str] = ()) -> None:
        every = {name for names in FIELDS.values() for name in names}
        self.known = frozenset({*every, *CONTAINERS, *WRAPPERS, *more, "relationships"})
        self._readers: dict[type, Callable[[Any], Holder | None]] = {}
        self._boxes: dict[frozenset[str], tuple[str, ...]] = {}
        self._names: dict[tuple[Any, ...], frozenset[str]] = {}

    def of(self, item: Any) -> tuple[Any, Any, tuple[Holder, ...], Key] | None:
        """Return the real item, the number beside it, its holders and their known names.

        None stands for something that has no fields, such as text.
        """
        number = None
        if type(item) is tuple and len(item) == 2:
            item, number = item
        own = item if type(item) is dict else self.mapping(item)
        if own is None:
            return None
        names = self._known_in(own)
        if not names.isdisjoint(WRAPPERS):
            item, number, own = self._unwrapped(item, number, own)
            names = self._known_in(own)
        boxes = self._boxes.get(names)
        if boxes is None:
            boxes = self._boxes[names] = tuple(box for box in CONTAINERS if box in names)
        if not boxes:
            return item, number, (own,), (names,)
        return item, number, *self._opened(own, names, boxes)

    def _opened(
        self, own: Holder, names: frozenset[str], boxes: tuple[str, ...]
    ) -> tuple[tuple[Holder, ...], Key]:
        """Return an item's own fields, those of its containers, and those of metadata inside."""
        holders, keys = [own], [names]
        inner: list[Holder] = []
        for box in boxes:
            held = own[box]
            if type(held) is not dict:
                held = self.mapping(held)
                if held is None:
                    continue
            holders.append(held)
            keys.append(self._known_in(held))
            if "metadata" in keys[-1]:
                inside = self.mapping(held["metadata"])
                inner += [] if inside is None else [inside]
        for held in inner:
            holders.append(held)
            keys.append(self._known_in(held))
        return tuple(holders), tuple(keys)

    def _known_in(self, own: Holder) -> frozenset[str]:
        """Return the known names among those of a holder; the same object for the same names."""
        every = tuple(own)
        found = self._names.get(every)
        if found is None:
            if len(self._names) > _MOST_KINDS:  # names that differ from item to item
                return self.known.intersection(every)
            found = self._names[every] = self.known.intersection(every)
        return found

    def _unwrapped(self, item: Any, number: Any, own: Holder) -> tuple[Any, Any, Holder]:
        """Return the item inside LlamaIndex's NodeWithScore or LangChain's serialised form."""
        if own.get("lc") == 1 and isinstance(own.get("kwargs"), Mapping):
            return own["kwargs"], number, own["kwargs"]
        node = own.get("node")
        inside = None if node is None else self.mapping(node)
        if inside is None:
            return item, number, own
        return node, own.get("score") if number is None else number, inside

    def mapping(self, item: Any) -> Holder | None:
        """Return the fields of an object, None where it has none."""
        try:
            reader = self._readers[type(item)]
        except KeyError:
            reader = self._readers[type(item)] = self._learn(item)
        return reader(item)

    def _learn(self, item: Any) -> Callable[[Any], Holder | None]:
        """Find out how the fields of a type are read: its dictionary, slots and properties."""
        if item is None or isinstance(item, (str, bytes, int, float, list)):
            return _no_fields
        if isinstance(item, Mapping):
            return _itself
        own = getattr(item, "__dict__", {})
        if "node" in own:  # whatever such a wrapper passes on, the node itself says
            return vars
        said = {name for name in _SAID if _SAID[name] in own}
        asked = sorted({*self.known, "kwargs"} - said)
        offered = [name for name in asked if _is_field(type(item), name)]
        if not offered and own:
            return vars

        def read(item: Any) -> Holder | None:
            found = dict(getattr(item, "__dict__", {}))
            for name in offered:
                value = _value(item, name)
                if value is not None:
                    found[name] = value
            return found or _exported(item)

        return read


def _no_fields(item: object) -> None:
    return None


def _itself(item: Holder) -> Holder:
    return item


def _is_field(kind: type, name: str) -> bool:
    """Tell slots and properties of a class from its methods and defaults."""
    found = inspect.getattr_static(kind, name, None)
    if isinstance(found, (FunctionType, classmethod, staticmethod)):
        return False
    return hasattr(type(found), "__get__") if found is not None else False


def _value(item: Any, name: str) -> Any:
    try:
        return getattr(item, name)
    except (AttributeError, ValueError, TypeError, KeyError, NotImplementedError):
        return None  # a property that this item does not have, such as the document of a lone node


def _exported(item: Any) -> Holder | None:
    """Return what an object without readable attributes says of itself."""
    for name in ("to_dict", "model_dump", "_asdict"):
        export = getattr(item, name, None)
        if callable(export):
            found = export()
            return found if isinstance(found, Mapping) else None
    return None
