// Answers a request below /app/: with a file of the built app, or with its page when the app itself routes the address.

import type { IncomingHttpHeaders } from 'node:http';
import { refuse, type Refusal } from '../errors/refusal';
import { answer, answerWith, type Answer } from '../http/route';
import { INDEX, typeOf, type AppFile, type AppFiles, type Encoding } from './app-files';

export const APP = '/app/';

/** Only what the app needs: no inline script or style, nothing from elsewhere, and in no frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const SECURITY = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
};

const A_YEAR = 'public, max-age=31536000, immutable';

/** Whether the client names the coding with a weight other than 0. `*` counts for no coding. */
function accepts(header: string, encoding: Encoding): boolean {
  return header.split(',').some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

function bytesOf({ plain, compressed }: AppFile, accepted: string): { bytes: Buffer; encoding?: Encoding } {
  for (const encoding of ['br', 'gzip'] as const) {
    const bytes = compressed[encoding];
    if (bytes && accepts(accepted, encoding)) return { bytes, encoding };
  }
  return { bytes: plain };
}

const isKnown = (tags: string, tag: string) =>
  tags === '*' || tags.split(',').some((known) => known.trim().replace(/^(?!W\/)/, 'W/') === tag);

function answerOfFile(file: AppFile, headers: IncomingHttpHeaders): Answer {
  const { bytes, encoding } = bytesOf(file, headers['accept-encoding']?.toString() ?? '');
  const about = {
    ...SECURITY,
    'Cache-Control': file.isHashed ? A_YEAR : 'no-cache',
    ETag: file.tag,
    Vary: 'Accept-Encoding',
  };
  if (isKnown(headers['if-none-match'] ?? '', file.tag)) return answer(304, undefined, about);
  return answerWith(
    200,
    { type: file.type, pieces: [bytes] },
    encoding ? { ...about, 'Content-Encoding': encoding } : about,
  );
}

/** `pathname`: the path of the request's target, beginning with /app, as it was sent. */
export function answerOfApp(
  files: AppFiles,
  pathname: string,
  headers: IncomingHttpHeaders,
): Answer | Refusal {
  if (!pathname.startsWith(APP)) return answer(302, undefined, { Location: APP });
  const name = pathname.slice(APP.length);
  const file = files.get(name);
  if (file) return answerOfFile(file, headers);
  // a missing file must not be answered with the page: the browser would run HTML as a script
  if (name.startsWith('assets/') || typeOf(name) !== undefined) return refuse('ROUTE_NOT_FOUND');
  const index = files.get(INDEX);
  return index ? answerOfFile(index, headers) : refuse('ROUTE_NOT_FOUND');
}

/** Whether a request for the root comes from a browser that opens a page. */
export function leadsToApp({ method, headers }: { method?: string; headers: IncomingHttpHeaders }): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}
