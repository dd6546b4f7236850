// A Bitly with Bitlinks and their clicks by day, which answers as its API documentation says.

import { startFakePeer, TOKEN, type PeerAnswer } from '../stores/admin/fake-peer';

export type Bitlink = { code: string; total: number; days: readonly { day: string; clicks: number }[] };

const DAY_MS = 86_400_000;
const OF_PAGE = 25;

/** Some links have no clicks; the totals of others exceed their days, as when the plan does not show all. */
export const bitlinks = (count: number): Bitlink[] =>
  Array.from({ length: count }, (_, at) => {
    const days = Array.from({ length: at % 5 === 1 ? 0 : (at * 7) % 40 }, (_unused, day) => ({
      day: new Date(Date.UTC(2026, 8, 1) + day * DAY_MS).toISOString().slice(0, 10),
      clicks: 1 + ((at + day) % 9),
    }));
    return { code: `slug-${at}`, total: days.reduce((sum, { clicks }) => sum + clicks, at % 3), days };
  });

/** `fault`: an answer in place of the documented one, by request number (from 1). */
export const startFakeBitly = (
  links: readonly Bitlink[],
  fault: (request: number) => PeerAnswer | undefined = () => undefined,
) => {
  let requests = 0;
  return startFakePeer(({ url, headers }) => {
    const faulty = fault(++requests);
    if (faulty) return faulty;
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: {} };
    if (url.pathname === '/v4/groups') return { body: { groups: [{ guid: 'g1' }] } };
    const [, code, isSummary] =
      /^\/v4\/bitlinks\/old\.example\/([\w-]+)\/clicks(\/summary)?$/.exec(url.pathname) ?? [];
    if (code === undefined) {
      const from = Number(url.searchParams.get('search_after') ?? 0);
      const page = links.slice(from, from + OF_PAGE).map((link) => ({
        id: `old.example/${link.code}`,
        long_url: `https://shop.example/${link.code}`,
        custom_bitlinks: [],
        tags: [],
        created_at: '2020-10-26T17:20:40+0000',
      }));
      const next = from + OF_PAGE < links.length ? String(from + OF_PAGE) : '';
      return { body: { links: page, pagination: { search_after: next } } };
    }
    const link = links.find((one) => one.code === code);
    if (!link) return undefined;
    const days = link.days.map(({ day, clicks }) => ({ date: `${day}T00:00:00+0000`, clicks })).reverse();
    return { body: isSummary ? { total_clicks: link.total } : { link_clicks: days } };
  });
};
