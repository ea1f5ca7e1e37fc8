"""The product's settings, with one address of this machine that counts as public: documents lie there."""

from everos_site.settings import *  # noqa: F403
from everos_site.settings import OAUTH2_PROVIDER

OAUTH2_PROVIDER["CIMD_METADATA_FETCHER"] = "tests.oauth.near.Fetcher"
