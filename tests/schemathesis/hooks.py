"""Makes valid requests valid beyond what a schema can say: schemathesis calls this before each request.

A domain has to be one of the service's, a window may not begin after it ends or in the future, a precondition holds
only for the link's own tag, and an Idempotency-Key belongs to one request. Invalid requests go out as they are.
"""

import datetime
import os
import secrets
import uuid
from urllib.parse import urlsplit

import schemathesis

KEY_LENGTH = 255


def shared_zone(case):
    """The domain of the shared zone: the embedded product's own name, unless told."""
    address = urlsplit(case.operation.schema.get_base_url())
    return os.environ.get("KURZ_ZONE") or f"localhost:{address.port}"


def fit_window(query):
    days = [query[name] for name in ("from", "to") if name in query]
    today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    fitting = sorted(min(day, today) for day in days)
    for name in ("from", "to"):
        if name in query:
            query[name] = fitting.pop(0)


def fit_headers(headers):
    if "If-Match" in headers:
        headers["If-Match"] = "*"
    if "Idempotency-Key" in headers:
        headers["Idempotency-Key"] = (uuid.uuid4().hex + headers["Idempotency-Key"])[:KEY_LENGTH]


@schemathesis.hook
def before_call(ctx, case, kwargs):
    if case.headers is not None:
        # strangers are limited by address; the product is told to believe this header.
        # Not from `random`, which hypothesis sets back to the same seed for each example.
        address = ".".join(str(1 + secrets.randbelow(254)) for _ in range(3))
        case.headers["X-Forwarded-For"] = f"10.{address}"
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    fit_window(case.query or {})
    fit_headers(case.headers if case.headers is not None else {})
    if isinstance(case.body, dict) and isinstance(case.body.get("zoneDomain"), str):
        case.body["zoneDomain"] = shared_zone(case)
