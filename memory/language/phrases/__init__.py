"""How people ask, request, refer back and speak of themselves: a file a language, the same names in each.

Each is a list of alternatives of a pattern, without a group around them; `memory.language.statements` joins them to
rules that ignore case.
"""
