// Puts a page on the wire; HEAD gets its headers alone.

import type { ServerResponse } from 'node:http';
import type { Page } from './page';

export function sendPage(response: ServerResponse, page: Page, isHead: boolean): void {
  response.writeHead(page.status, [...page.headers]);
  if (isHead || page.body.length === 0) response.end();
  else response.end(page.body);
}
