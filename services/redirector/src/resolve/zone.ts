// A zone as the redirector needs it: which domain, whether it serves, where its root leads.

import type { ZoneRow } from './sql/read-zones';

export type Zone = {
  id: string;
  isEnabled: boolean;
  /** ASCII, ready for a Location header; empty when the root leads nowhere. */
  rootLocation: string;
};

/** Not URL.canParse: once optimised, Node 20's denies texts with Latin-1 letters. */
function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function rootLocationOf(row: ZoneRow): string {
  // most roots lead nowhere, and a text that is not a URL costs a throw
  if (row.zone_type !== 'user' || row.root_redirect_url === '') return '';
  const url = parse(row.root_redirect_url);
  if (!url) return '';
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : '';
}

export function zoneOf(row: ZoneRow): Zone {
  return { id: row.id, isEnabled: row.is_enabled, rootLocation: rootLocationOf(row) };
}
