// An answer with a body: status, headers and bytes, all made before it is sent.

import { escapeHtml, preferredLanguageOf, type Language } from '@kurz/process';

export type Page = {
  status: number;
  /** Names and values alternate, the form that writeHead takes fastest; Content-Length included. */
  headers: readonly string[];
  body: Buffer;
};

/** One page in each language of Kurz. */
export type LocalizedPage = Readonly<Record<Language, Page>>;

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color:#222;background:#fff}' +
  'h1{font-size:1.4rem}a{color:#06c}a,strong{overflow-wrap:anywhere}' +
  '@media(prefers-color-scheme:dark){body{color:#ddd;background:#111}a{color:#6af}}';

const policyOf = (formAction: string) =>
  `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

const SAFETY = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
};

const flat = (headers: Readonly<Record<string, string>>) => Object.entries(headers).flat();

type Content = {
  status: number;
  title: string;
  html: string;
  language: Language;
  /** Added to the style of every page. */
  style?: string;
  /** The policy's `form-action`: where its forms may lead. Default: the page has no forms. */
  formAction?: string;
};

/** A page for people. Its headers forbid scripts, loading, framing, indexing and caching. */
export function makePage(
  { status, title: text, html, language, style = '', formAction = "'none'" }: Content,
  headers: Readonly<Record<string, string>> = {},
): Page {
  const title = escapeHtml(text);
  const body = Buffer.from(
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
      `<title>${title}</title><style>${STYLE}${style}</style></head>` +
      `<body><main><h1>${title}</h1>${html}</main></body></html>\n`,
  );
  return {
    status,
    headers: flat({
      ...SAFETY,
      'Content-Security-Policy': policyOf(formAction),
      'Content-Length': String(body.length),
      'Content-Language': language,
      Vary: 'Accept-Language',
      ...headers,
    }),
    body,
  };
}

/** The same page in each language. */
export const localized = (pageIn: (language: Language) => Page): LocalizedPage => ({
  en: pageIn('en'),
  de: pageIn('de'),
});

/** The page in the language that this Accept-Language prefers. */
export const inLanguageOf = (page: Page | LocalizedPage, acceptLanguage: string): Page =>
  'body' in page ? page : page[preferredLanguageOf(acceptLanguage)];
