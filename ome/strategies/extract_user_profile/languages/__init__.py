"""The languages in which rules read what people say of themselves: a file each, pure data."""

from ome.strategies.extract_user_profile.languages.chinese import CHINESE
from ome.strategies.extract_user_profile.languages.english import ENGLISH
from ome.strategies.extract_user_profile.languages.german import GERMAN
from ome.strategies.extract_user_profile.languages.spanish import SPANISH

LANGUAGES = (ENGLISH, GERMAN, SPANISH, CHINESE)
