"""Numbers of the errors, as docstrings and the documentation cite them.

One table for the page ``docs/errors.md``; a test checks that the source cites no other number.
"""

from __future__ import annotations

CODES: dict[str, str] = {
    "E1": "The content fits more than one format, or none; name the format.",
    "E2": "A line has another number of columns than its format.",
    "E3": "A cell is not a number.",
    "E4": "A cell is not a whole number.",
    "E5": "The file starts with a byte-order mark.",
    "E6": "The bytes do not fit the encoding.",
    "E7": "A TREC run lists a document twice for a topic.",
    "E8": "Ranks and scores of an XML submission order its results differently.",
    "E9": "A path is not an element path.",
    "E10": "The structure has no such element.",
    "E11": "A document is not in the structure.",
    "E12": "More relevant characters than the document has.",
    "E13": "A relevant size that its passages do not add up to.",
    "E14": "Offsets and lengths that look like offsets and ends.",
    "E15": "An end before its start, or an empty span in assessments.",
    "E16": "A negative offset.",
    "E17": "A text that is not what its offsets point at.",
    "E18": "A document judged twice for a topic.",
    "E19": "Passages of one judgement that overlap.",
    "E20": "A grade outside its scale.",
    "E21": "Overlapping results where the task forbids them.",
    "E22": "A document whose parts are not contiguous where the task wants them so.",
    "E23": "No topic of the run is judged.",
    "E24": "A file without rows or results.",
    "E25": "The length of a document is needed and not known.",
    "E26": "A row without a place in a table that has places.",
    "E27": "No document of the run is judged, though another comparison of ids would match some.",
    "E28": "A run given as assessments.",
    "E29": "Links or routes of which none concerns a result or an assessed unit.",
    "E30": "Items of a framework without a place.",
    "E32": "Items that count from a parent that is not known.",
    "E33": "An item and the inventory that place it differently.",
    "E34": "Chunks that are not in the order of their splitter, or leave out text.",
    "E35": "Items without a document, ids that are not in the inventory, results without a topic.",
    "E36": "A topic both answered with nothing and with parts.",
    "E37": "A result of a framework or a file of another tool that has another shape.",
    "E38": "A snippet that begins in one section and ends in another.",
    "E40": "A document that is not in the texts.",
    "E41": "Quotes with several places, or with none.",
    "E42": "Offsets that fit their text in another unit than the one named.",
    "E43": "A text that has changed since its parts were assessed.",
    "E44": "Quotes without the texts they come from.",
    "E48": "A user model that returned something other than a probability.",
    "E49": "A size that contradicts offsets or another size.",
}
"""Number to what is wrong."""
