// A YOURLS with links, which answers as its API documentation says, and its log as mysqldump writes it.

import { startFakePeer, TOKEN } from '../stores/admin/fake-peer';

export type YourlsLink = { slug: string; clicks: number };
export type YourlsClick = {
  slug: string;
  /** `YYYY-MM-DD hh:mm:ss` in UTC. */
  moment: string;
  agent?: string;
  address?: string;
  referrer?: string;
  country?: string;
};

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
export const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** An address in Germany and one in Australia. */
export const [IN_DE, IN_AU] = ['85.214.132.117', '1.1.1.1'] as const;

/** `links`: gives the present links. */
export function startFakeYourls(links: () => readonly YourlsLink[]) {
  return startFakePeer(({ url, form }) => {
    if (url.pathname !== '/yourls-api.php' || form.get('signature') !== TOKEN) return { status: 403 };
    const start = Number(form.get('start'));
    const told = links()
      .slice(start, start + Number(form.get('limit')))
      .map(({ slug, clicks }, at) => [
        `link_${at + 1}`,
        {
          shorturl: `https://old.example/${slug}`,
          url: `https://a.example/${slug}`,
          title: slug,
          timestamp: '2025-01-01 00:00:00',
          clicks: `${clicks}`,
        },
      ]);
    return { body: { statusCode: 200, links: Object.fromEntries(told) as unknown } };
  });
}

export const yourlsDumpOf = (clicks: readonly YourlsClick[]) =>
  `INSERT INTO \`yourls_log\` VALUES\n${clicks
    .map(
      ({ slug, moment, agent = CHROME, address = IN_DE, referrer = 'direct', country = '' }, at) =>
        `(${at + 1},'${moment}','${slug}','${referrer}','${agent}','${address}','${country}')`,
    )
    .join(',\n')};\n`;
