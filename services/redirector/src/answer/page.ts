// An answer with a body: status, headers and bytes, all made before it is sent.

import { escapeHtml } from '@kurz/process';

export type Page = {
  status: number;
  /** Names and values alternate, the form that writeHead takes fastest; Content-Length included. */
  headers: readonly string[];
  body: Buffer;
};

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color:#222;background:#fff}' +
  'h1{font-size:1.4rem}a{color:#06c}a,strong{overflow-wrap:anywhere}' +
  '@media(prefers-color-scheme:dark){body{color:#ddd;background:#111}a{color:#6af}}';

const SAFETY = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
};

const flat = (headers: Readonly<Record<string, string>>) => Object.entries(headers).flat();

/** A page for people. Its headers forbid scripts, loading, framing, indexing and caching. */
export function makePage(
  content: { status: number; title: string; html: string },
  headers: Readonly<Record<string, string>> = {},
): Page {
  const title = escapeHtml(content.title);
  const body = Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
      `<title>${title}</title><style>${STYLE}</style></head>` +
      `<body><main><h1>${title}</h1>${content.html}</main></body></html>\n`,
  );
  return {
    status: content.status,
    headers: flat({ ...SAFETY, 'Content-Length': String(body.length), ...headers }),
    body,
  };
}
