// Dub: `GET /links`, page by page after an id, and the clicks of each link by day.

import { DAY_MS } from '@kurz/process';
import { objectsIn, type Fields } from './fields-of';
import type { DaysRequest, PeerApi, PeerRequest } from './peer-api';

const PAGE = 100;

/** Dub answers by day for 3 to 180 days, by hour for fewer and by month for more. */
const MAX_DAYS = 170;
const MIN_DAYS = 10;
/** Dub has no earlier clicks. */
const FIRST_DAY = '2022-09-22';

/** The id and the day of creation; undefined when there are no clicks. */
function clicksKeyOf(item: Fields): string | undefined {
  const [id, created] = [item.text('id'), item.moment('createdAt')];
  if (id === undefined || created === undefined || Number(item.text('clicks') ?? 0) === 0) return undefined;
  return `${id} ${created.slice(0, 10)}`;
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

const readClicks: DaysRequest['read'] = (body) => ({
  days: objectsIn(body, 'a list of days').map((item) => ({
    day: item.text('start')?.slice(0, 10) ?? '',
    clicks: Number(item.text('clicks') ?? NaN),
  })),
});

function clicksOf(key: string, until: Date): readonly DaysRequest[] {
  const [id = '', created = FIRST_DAY] = key.split(' ');
  const last = Date.parse(dayAt(until.getTime()));
  const begin = Date.parse(created < FIRST_DAY ? FIRST_DAY : created);
  const requests: DaysRequest[] = [];
  for (let from = begin; from <= last; from += MAX_DAYS * DAY_MS) {
    const to = Math.min(last, from + (MAX_DAYS - 1) * DAY_MS);
    // a short window begins earlier, with days that other windows may have
    const start = Math.min(from, to - MIN_DAYS * DAY_MS);
    const window = `start=${dayAt(start)}&end=${dayAt(to)}&timezone=UTC`;
    const asked = `event=clicks&groupBy=timeseries&linkId=${encodeURIComponent(id)}`;
    requests.push({ path: `/analytics?${asked}&${window}`, read: readClicks });
  }
  return requests;
}

const pageAfter = (id: string | undefined): PeerRequest => ({
  path: `/links?pageSize=${PAGE}&showArchived=true&withTags=true${id === undefined ? '' : `&startingAfter=${encodeURIComponent(id)}`}`,
  read: (body) => {
    const items = objectsIn(body);
    const links = items.map((item) => ({
      domain: item.text('domain'),
      slug: item.text('key') ?? '',
      url: item.text('url') ?? '',
      title: item.text('title'),
      note: item.text('comments'),
      externalId: item.text('externalId'),
      tags: item.tags('tags'),
      isArchived: item.flag('archived'),
      hasPassword: item.text('password') !== undefined,
      createdAt: item.moment('createdAt'),
      expiresAt: item.moment('expiresAt'),
      expiredUrl: item.text('expiredUrl'),
      history: item.count('clicks'),
      historyKey: clicksKeyOf(item),
    }));
    const last = items.at(-1)?.text('id');
    return { links, next: items.length < PAGE || last === undefined ? [] : [pageAfter(last)] };
  },
});

export const dub: PeerApi = {
  name: 'dub',
  origin: 'https://api.dub.co',
  headers: (token) => ({ authorization: `Bearer ${token}` }),
  first: () => pageAfter(undefined),
  daysOf: clicksOf,
};
