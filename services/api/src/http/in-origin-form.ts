// Gives a listener only path and query of each request's target. The host of an absolute target (RFC 9112, 3.2.2) is
// dropped: nothing here depends on it, it may be no host at all, and Express itself answers in HTML what it cannot
// parse.

import type { RequestListener } from 'node:http';
import { originFormOf } from '@kurz/process';

export const inOriginForm =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    request.url = originFormOf(request.url ?? '');
    listener(request, response);
  };
