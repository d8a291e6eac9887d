"""Words for people: rulings and values as short sentences, in the language of the table.

Pure. In: rulings, values of effects, a :class:`~touchjudge.words.translate.Translate`. Out: plain text that is safe to
show anywhere. The English sentences are the message ids; the catalogues under ``locale/`` are made by ``make words``.
"""

from touchjudge.words.choices import choice
from touchjudge.words.plain import plain
from touchjudge.words.say import say
from touchjudge.words.translate import ENGLISH, Translate
from touchjudge.words.values import decimal, in_words, interval

__all__ = ["ENGLISH", "Translate", "choice", "decimal", "in_words", "interval", "plain", "say"]
