"""Tells whether a tool or a program changes something, by its name. Pure."""

import re

from ome.strategies.extract_agent_case.trajectory import is_handover

# The first verb in the name of a tool says whether it changes something or only looks.
_WORD = re.compile(r"[A-Z]?[a-zäöüáéíóúñ]+|[A-Z]+")
_CHANGES = """
    add apply approve assign book buy cancel charge close commit copy create delete deploy disable edit enable exchange
    execute grant insert install issue make merge modify move order patch pay place post publish purchase push put
    refund remove rename replace reply reschedule reserve reset restart return revoke save schedule send set submit
    transfer turn update upload write rollback revert start stop unlock chmod cp migrate mkdir mv rm sync touch upgrade
    actualizar anular borrar cambiar cancelar comprar crear devolver eliminar enviar guardar mandar mover pagar publicar
    reservar subir
    aktualisieren ändern anlegen buchen erstellen löschen senden speichern stornieren verschieben
"""
_LOOKS = """
    calculate check count describe fetch find get inspect is list load lookup query read retrieve search show validate
    verify view
    buscar calcular comprobar consultar contar leer listar obtener revisar ver
    abrufen anzeigen finden lesen prüfen suchen zählen
"""
_CHANGING, _LOOKING = frozenset(_CHANGES.split()), frozenset(_LOOKS.split())


def changes_something(tool: str) -> bool:
    """Of a program, its part tells: `make deploy`, but not `make test`."""
    words = (word.lower() for word in _WORD.findall(tool.partition(" ")[2] or tool))
    return next((word in _CHANGING for word in words if word in _CHANGING or word in _LOOKING), False)


def is_deed(tool: str) -> bool:
    """Whether a call of this tool carries out a request: it changes something, and does not only hand the user over."""
    return changes_something(tool) and not is_handover(tool)
