"""Makes parts of a valid request valid beyond what a schema can say.

A destination has to be an address, a domain one of the service's, a link begins before it ends, no rule may match what
an earlier one does, a window may not begin after it ends or in the future, a precondition holds only for the link's own tag, and an Idempotency-Key belongs to one request.
"""

import datetime
import os
import secrets
import uuid
from urllib.parse import quote, urlsplit

import requests

# by default `requests` reads the environment and ~/.netrc anew for each of thousands of requests
requests.sessions.get_environ_proxies = lambda *names, **more: {}
requests.sessions.get_netrc_auth = lambda *names, **more: None

KEY_LENGTH = 255


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def shared_zone(case):
    """The domain of the shared zone; default: the embedded product's own name."""
    address = urlsplit(case.operation.schema.get_base_url())
    return os.environ.get("KURZ_ZONE") or f"localhost:{address.port}"


def stranger():
    """An address; not from `random`, which hypothesis sets back to the same seed for each example."""
    return "10." + ".".join(str(1 + secrets.randbelow(254)) for _ in range(3))


def fit_window(query):
    days = [query[name] for name in ("from", "to") if name in query]
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    fitting = sorted(min(day, today) for day in days)
    for name in ("from", "to"):
        if name in query:
            query[name] = fitting.pop(0)


def fit_created(query):
    """Days of creation are days, the first not after the last; a tag has a name."""
    for name, day in (("createdFrom", "2026-01-01"), ("createdTo", "2026-12-31")):
        if name in query:
            query[name] = day
    if isinstance(query.get("tag"), list):
        query["tag"] = named(query["tag"])


def named(tags):
    """As many names of tags, few altogether: a workspace has 500 at most."""
    return [f"tag {place}" for place in range(len(tags))]


def fit_tags(link):
    for field in ("tags", "addTags", "removeTags"):
        if isinstance(link.get(field), list):
            link[field] = named(link[field])


def fit_headers(headers):
    if "If-Match" in headers:
        headers["If-Match"] = "*"
    if "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = (uuid.uuid4().hex + headers["Idempotency-Key"])[:KEY_LENGTH]


def in_days(days):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days)).isoformat()


def fit_life(link):
    """A link begins before it ends, it ends in the future, and only one that ends leads elsewhere afterwards."""
    if isinstance(link.get("startsAt"), str):
        link["startsAt"] = in_days(-1)
    if isinstance(link.get("expiresAt"), str):
        link["expiresAt"] = in_days(365)
    if link.get("expiresAt", "") is None:
        link["expiredUrl"] = None
    if isinstance(link.get("expiredUrl"), str):
        link["expiredUrl"] = "https://shop.example/" + quote(link["expiredUrl"][:1000], safe="")
        link["expiresAt"] = in_days(365)


def fit_rules(link):
    """Rules name what the service knows, no two match the same, weights of a split sum to 100, a password has no controls."""
    if isinstance(link.get("split"), list):
        link["split"] = [{"url": f"https://shop.example/{weight}", "weight": weight} for weight in (60, 40)]
    if isinstance(link.get("rules"), list):
        link["rules"] = [
            {"when": {"query": {"name": f"p{n}"}}, "url": f"https://shop.example/{n}"}
            for n in range(len(link["rules"][:20]))
        ]
    if isinstance(link.get("password"), str):
        link["password"] = "correct horse"


def fit_link(case, link):
    if "/tags" in case.operation.path and isinstance(link.get("name"), str):
        link["name"] = f"tag {uuid.uuid4().hex}"
    if "/urls" in case.operation.path:
        fit_life(link)
        fit_tags(link)
        fit_rules(link)
    if isinstance(link.get("zoneDomain"), str):
        link["zoneDomain"] = shared_zone(case)
    if isinstance(link.get("url"), str):
        link["url"] = "https://shop.example/" + quote(link["url"][:1000], safe="")


def fit_links(case):
    if isinstance(case.body, dict):
        for link in [case.body, *case.body.get("links", [])]:
            if isinstance(link, dict):
                fit_link(case, link)
