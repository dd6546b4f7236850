// The pages that serve the descriptions: JSON for programs, a page on /v1 for people. They need no token.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Content, StaticPage } from '../http/route';
import type { PlanTable } from '../plans/plan-table';
import { docsPage } from './docs-page';
import { markdownOfDescription } from './markdown-of-description';
import { openapiDocument, type Prefix } from './openapi-document';

const STYLE_FILE = path.join(__dirname, '..', '..', 'openapi', 'docs.css');
const STYLE_PATH = '/docs/style.css';

/** The page loads its style from its own origin, and nothing from anywhere else. */
const HTML_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
};

const json = (prefix: Prefix) => (): Content => ({
  type: 'application/json; charset=utf-8',
  pieces: [Buffer.from(JSON.stringify(openapiDocument(prefix)))],
});
const html = (plans: PlanTable | undefined) => (): Content => ({
  type: 'text/html; charset=utf-8',
  pieces: [Buffer.from(docsPage(markdownOfDescription(plans), { stylePath: STYLE_PATH }))],
});
const css = (): Content => ({ type: 'text/css; charset=utf-8', pieces: [readFileSync(STYLE_FILE)] });

/** Reads the descriptions now, so that no request has to wait for it (0.1 s). The page shows the figures of `plans`. */
export function descriptionPages({ plans }: { plans?: PlanTable }): StaticPage[] {
  openapiDocument('/v1');
  openapiDocument('/x');
  return [
    // readable from any site: documentation viewers run in browsers
    { path: '/v1/openapi.json', content: json('/v1'), headers: { 'Access-Control-Allow-Origin': '*' } },
    { path: '/x/openapi.json', content: json('/x') },
    { path: '/docs', content: html(plans), headers: HTML_HEADERS },
    { path: STYLE_PATH, content: css },
  ];
}
