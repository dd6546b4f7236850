// A zone as the redirector needs it: which domain, whether it serves, where its root leads.

import type { ZoneRow } from './sql/read-zones';

export type Zone = {
  id: string;
  isEnabled: boolean;
  /** ASCII, ready for a Location header; empty when the root leads nowhere. */
  rootLocation: string;
};

function rootLocationOf(row: ZoneRow): string {
  if (row.zone_type !== 'user' || !URL.canParse(row.root_redirect_url)) return '';
  const url = new URL(row.root_redirect_url);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : '';
}

export function zoneOf(row: ZoneRow): Zone {
  return { id: row.id, isEnabled: row.is_enabled, rootLocation: rootLocationOf(row) };
}
