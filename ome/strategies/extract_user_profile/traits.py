"""Derives traits from the items of a profile. Pure: traits depend on the items alone."""

from collections.abc import Sequence

from memory.kinds.provenance import least, source_of_item
from memory.language.sentences import clip
from memory.language.words import words
from ome.strategies.extract_user_profile.items import Item, sources_of, trail
from ome.strategies.extract_user_profile.languages.chinese import CHINESE
from ome.strategies.extract_user_profile.languages.german import GERMAN
from ome.strategies.extract_user_profile.languages.spanish import SPANISH
from ome.strategies.extract_user_profile.rules import slot_of

ITEMS_NEEDED = 3  # fewer are a coincidence
NO_SIGN = frozenset(("family", "people"))  # categories of what everybody has
MOST_TRAITS = 6
EVIDENCE_CHARS = 200

_SIGNS = (
    (
        "Outdoorsy",
        "Is drawn to the outdoors.",
        """
        beach camping climbing cycling fishing forest garden gardening hike hiking kayaking lake
        mountain mountains nature outdoors park running sailing skiing surfing swimming trail
        trails walking walks
        """,
    ),
    (
        "Creative",
        "Makes things: art, music or writing.",
        """
        art baking craft crafts dancing draw drawing guitar knitting music paint painting
        photography piano poetry pottery sculpture sewing singing song songs theater theatre
        violin write writing
        """,
    ),
    (
        "Family-minded",
        "Family is a large part of life.",
        """
        brother children child dad daughter daughters family father grandchildren grandma grandpa
        husband kids mom mother mum parents siblings sister son sons wife
        """,
    ),
    (
        "Active",
        "Keeps fit by sport and exercise.",
        """
        basketball boxing climbing cycling exercise football gym hiking jogging marathon martial
        pilates run running ski skiing soccer sport sports swim swimming tennis training workout
        workouts yoga
        """,
    ),
    (
        "Curious",
        "Likes to learn and to read.",
        """
        book books course courses documentaries history language languages learn learning museum
        museums novel novels podcast podcasts read reading research science study studying
        """,
    ),
    (
        "Fond of animals",
        "Lives with animals or cares about them.",
        """
        animal animals bird birds cat cats dog dogs hamster horse horses kitten pet pets puppy
        rabbit rescue shelter turtle turtles wildlife
        """,
    ),
    (
        "Likes good food",
        "Cooks or cares about food.",
        """
        bake baking bbq breakfast cake coffee cook cooking cuisine dessert dishes food grill pasta
        pizza recipe recipes restaurant restaurants sushi tea wine
        """,
    ),
)
# The traits and their basis in the other languages of the rules, in the order of `_SIGNS`.
_TRANSLATED = {
    GERMAN: (
        "{} Einträge des Profils",
        ("Naturverbunden", "Ist gern draußen."),
        ("Kreativ", "Macht Kunst, Musik oder schreibt."),
        ("Familienmensch", "Die Familie ist ein großer Teil des Lebens."),
        ("Aktiv", "Hält sich mit Sport und Bewegung fit."),
        ("Neugierig", "Lernt und liest gern."),
        ("Tierlieb", "Lebt mit Tieren oder kümmert sich um sie."),
        ("Genießer", "Kocht gern oder legt Wert auf gutes Essen."),
    ),
    SPANISH: (
        "{} entradas del perfil",
        ("Amante de la naturaleza", "Le atrae el aire libre."),
        ("Persona creativa", "Hace arte, música o escribe."),
        ("Persona familiar", "La familia ocupa gran parte de su vida."),
        ("Persona activa", "Se mantiene en forma con deporte y ejercicio."),
        ("Persona curiosa", "Le gusta aprender y leer."),
        ("Amante de los animales", "Vive con animales o los cuida."),
        ("Amante de la buena comida", "Cocina o aprecia la buena comida."),
    ),
    CHINESE: (
        "档案中的{}条",
        ("喜欢户外", "喜欢待在大自然里。"),
        ("有创造力", "从事艺术、音乐或写作。"),
        ("重视家庭", "家庭是生活的重要部分。"),
        ("爱运动", "通过运动和锻炼保持健康。"),
        ("好奇", "喜欢学习和阅读。"),
        ("喜欢动物", "养动物或关心动物。"),
        ("喜欢美食", "爱做饭或讲究饮食。"),
    ),
}
_SETS = tuple((trait, description, frozenset(signs.split())) for trait, description, signs in _SIGNS)


def traits_of(items: Sequence[Item]) -> list[Item]:
    """The traits that at least ITEMS_NEEDED items support, those with the most first."""
    found: list[tuple[int, Item]] = []
    telling = [item for item in items if item.get("category") not in NO_SIGN]
    for place, (trait, description, signs) in enumerate(_SETS):
        speaking = [item for item in telling if signs.intersection(words(str(item.get("description"))))]
        if len(speaking) >= ITEMS_NEEDED:
            found.append((len(speaking), _trait(place, trait, description, speaking)))
    return [trait for _, trait in sorted(found, key=lambda one: (-one[0], one[1]["trait"]))[:MOST_TRAITS]]


def _trait(place: int, trait: str, description: str, speaking: Sequence[Item]) -> Item:
    """In the language of the first item that speaks for it; `place` is that of the trait in `_SIGNS`."""
    basis = "{} items of the profile"
    first = slot_of(str(speaking[0].get("category")), str(speaking[0].get("description"))).grammar
    if first in _TRANSLATED:
        basis, *translated = _TRANSLATED[first]
        trait, description = translated[place]
    source = least(source_of_item(item) for item in speaking)
    origin = {"source": source} if source else {}
    return {
        "trait": trait,
        "description": description,
        "basis": basis.format(len(speaking)),
        "evidence": clip("; ".join(str(item["description"]) for item in speaking), EVIDENCE_CHARS),
        **origin,
        "sources": trail([source for item in speaking for source in sources_of(item)]),
    }
