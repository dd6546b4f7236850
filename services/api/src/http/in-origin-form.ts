// Hands a listener path and query of each request's target. Of an absolute one (RFC 9112, 3.2.2) what names the host is
// left out: nothing here depends on it, it may be no host at all, and Express answers by itself, in HTML, what it
// cannot parse.

import type { RequestListener } from 'node:http';
import { originFormOf } from '@kurz/process';

export const inOriginForm =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    request.url = originFormOf(request.url ?? '');
    listener(request, response);
  };
