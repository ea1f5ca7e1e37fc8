"""The patterns for profiles, one file a language. Pure data."""

from ome.strategies.extract_user_profile.languages.chinese import CHINESE
from ome.strategies.extract_user_profile.languages.english import ENGLISH
from ome.strategies.extract_user_profile.languages.german import GERMAN
from ome.strategies.extract_user_profile.languages.spanish import SPANISH

LANGUAGES = (ENGLISH, GERMAN, SPANISH, CHINESE)
