// The answers that are the same for everyone.

import { makePage, type Page } from './page';

/** How long a client that gets a 503 should wait, seconds. */
const RETRY_AFTER = '2';

export const notFoundPage = makePage({
  status: 404,
  title: 'This link does not exist',
  html: '<p>It may have been removed, or the address is not complete.</p>',
});

export const restrictedPage = makePage({
  status: 410,
  title: 'This link has been disabled',
  html: '<p>It broke the rules of this service and does not lead anywhere any more.</p>',
});

export const endedPage = makePage({
  status: 410,
  title: 'This link has ended',
  html: '<p>It led somewhere for a time, and that time is over.</p>',
});

export const unavailablePage = makePage(
  {
    status: 503,
    title: 'Please try again in a moment',
    html: '<p>This link cannot be looked up right now.</p>',
  },
  { 'Retry-After': RETRY_AFTER },
);

export const wrongMethodPage = makePage(
  { status: 405, title: 'Method not allowed', html: '<p>Short links can only be opened.</p>' },
  { Allow: 'GET, HEAD' },
);

const robotsText = Buffer.from('User-agent: *\nAllow: /\n');

/** Crawlers may come; they are counted as bots. */
export const robotsFile: Page = {
  status: 200,
  headers: Object.entries({
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(robotsText.length),
    'Cache-Control': 'public, max-age=86400',
    'X-Content-Type-Options': 'nosniff',
  }).flat(),
  body: robotsText,
};

/** Browsers request it after every redirect that ends here; they may cache its absence for a day. */
export const noFavicon: Page = {
  status: 404,
  headers: ['Content-Length', '0', 'Cache-Control', 'public, max-age=86400'],
  body: Buffer.alloc(0),
};
