"""Every answer that is not a success: the envelope that the server has for whatever belongs to no dialect."""

from memory.api.everos_v1.errors import error_response
from memory.api.rest.errors import exception_handler as handler_of

__all__ = ["error_response", "exception_handler"]

exception_handler = handler_of(error_response, bad_input=422)
