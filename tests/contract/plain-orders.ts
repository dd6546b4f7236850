// The orders of a list as SQL on `links` and `link_hits`, without any index of tags: what pages are compared with.

import type { ListOrder } from '../../services/api/src/links/list-order';

const TITLE = `nullif(title, '') COLLATE "und-x-icu"`;
const HITS = 'coalesce(link_hits.hits, 0) + pre_tracking';

export const PLAIN_ORDERS: Readonly<Record<ListOrder, string>> = {
  '-created': 'created_at DESC, id',
  created: 'created_at, id DESC',
  '-hits': `${HITS} DESC, created_at DESC, id`,
  hits: `${HITS}, created_at DESC, id`,
  title: `${TITLE} NULLS LAST, created_at DESC, id`,
  '-title': `${TITLE} DESC NULLS LAST, created_at DESC, id`,
};
