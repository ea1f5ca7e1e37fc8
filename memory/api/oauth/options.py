"""The settings of django-oauth-toolkit: only authorization codes with PKCE (S256) for public clients."""

from typing import Any

from memory.oauth_tokens import SCOPES

ACCESS_SECONDS = 60 * 60
REFRESH_SECONDS = 30 * 24 * 60 * 60  # of silence
CODE_SECONDS = 60
HERE = "memory.api.oauth"
GATES = (
    "IMPLICIT_GRANT",
    "PASSWORD_GRANT",
    "PKCE_METHOD",
    "ACCESS_TOKEN_TRANSPORT",
    "AUTHZ_RESPONSE_ISS",
    "TOKEN_STORAGE",
    "REFRESH_TOKEN",
    "REDIRECT_URI_MATCHING",
    "PKCE_REQUIRED",
)


def provider(url: str, app_schemes: list[str]) -> dict[str, Any]:
    """The setting OAUTH2_PROVIDER of a server that is reached under this address; `app_schemes` are those of desktop
    programs.
    """
    return {
        "OIDC_ISS_ENDPOINT": url,  # the issuer, also without OpenID Connect
        "OAUTH2_SERVER_CLASS": "oauthlib.oauth2.WebApplicationServer",
        "OAUTH2_VALIDATOR_CLASS": f"{HERE}.validator.Validator",
        "ACCESS_TOKEN_GENERATOR": "memory.oauth_tokens.new_access_token",  # nosec B105
        "REFRESH_TOKEN_GENERATOR": "memory.oauth_tokens.new_refresh_token",  # nosec B105
        "SCOPES": dict(SCOPES),
        "DEFAULT_SCOPES": ["read", "write"],
        "ACCESS_TOKEN_EXPIRE_SECONDS": ACCESS_SECONDS,
        "REFRESH_TOKEN_EXPIRE_SECONDS": REFRESH_SECONDS,
        "AUTHORIZATION_CODE_EXPIRE_SECONDS": CODE_SECONDS,
        "ROTATE_REFRESH_TOKEN": True,  # nosec B105
        "REFRESH_TOKEN_REUSE_PROTECTION": True,  # nosec B105
        "PKCE_REQUIRED": True,
        # http only for this machine: memory.api.oauth.clients
        "ALLOWED_REDIRECT_URI_SCHEMES": ["https", "http", *app_schemes],
        "ALLOW_LOCALHOST_LOOPBACK": True,  # a program of the user's machine listens on any port (RFC 8252)
        "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
        "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
        "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none"],
        "DCR_ENABLED": True,
        "CIMD_ENABLED": True,
        "CIMD_METADATA_FETCHER": f"{HERE}.documents.Fetcher",
        "CIMD_REGISTRATION_PERMISSION_CLASSES": [f"{HERE}.documents.WithinLimits"],
        "APPLICATION_ADMIN_CLASS": "memory.admin.oauth.Clients",
        "ACCESS_TOKEN_ADMIN_CLASS": "memory.admin.oauth.AccessTokens",  # nosec B105
        "REFRESH_TOKEN_ADMIN_CLASS": "memory.admin.oauth.Connections",  # nosec B105
        "GRANT_ADMIN_CLASS": "memory.admin.oauth.Codes",
        "ID_TOKEN_ADMIN_CLASS": "memory.admin.oauth.Unused",  # nosec B105
        **{f"COMPLIANT_BCP_RFC9700_{gate}": True for gate in GATES},
    }
