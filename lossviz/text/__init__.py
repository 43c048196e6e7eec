"""The words: a key and its fields enter, a sentence in the reader's language leaves.

Screen copy has keys (`text/<language>/*.toml`, English included). Words of the catalogue stand in English
beside the thing they describe and are translated by that English text (`text/<language>/catalog*.toml`).
"""

from lossviz.text.translator import ENGLISH, LANGUAGES, Translator, closest, translator

__all__ = ["ENGLISH", "LANGUAGES", "Translator", "closest", "translator"]
