// What the description of /v1 is served as: JSON for programs, a page for people. Nobody needs a token for either.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Content } from '../server/route';
import type { StaticPage } from '../server/static-page';
import { docsPage } from './docs-page';
import { markdownOfDescription } from './markdown-of-description';
import { openapiDocument } from './openapi-document';

const STYLE_FILE = path.join(__dirname, '..', '..', 'openapi', 'docs.css');
const STYLE_PATH = '/docs/style.css';

/** The page loads its style from where it comes from itself, and nothing from anywhere else. */
const HTML_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const json = (): Content => ({
  type: 'application/json; charset=utf-8',
  pieces: [Buffer.from(JSON.stringify(openapiDocument()))],
});
const html = (): Content => ({
  type: 'text/html; charset=utf-8',
  pieces: [Buffer.from(docsPage(markdownOfDescription(), { stylePath: STYLE_PATH }))],
});
const css = (): Content => ({ type: 'text/css; charset=utf-8', pieces: [readFileSync(STYLE_FILE)] });

/** Reads the description, so that no request has to wait for that (0.1 s). */
export function descriptionPages(): StaticPage[] {
  openapiDocument();
  return [
    // readable from any site: documentation viewers run in browsers
    { path: '/v1/openapi.json', content: json, headers: { 'Access-Control-Allow-Origin': '*' } },
    { path: '/docs', content: html, headers: HTML_HEADERS },
    { path: STYLE_PATH, content: css },
  ];
}
