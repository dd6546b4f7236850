import { escapeHtml } from '@kurz/process';
import { inLanguageOf, type Page } from './page';
import {
  endedPage,
  noFavicon,
  notFoundPage,
  restrictedPage,
  robotsFile,
  unavailablePage,
  wrongMethodPage,
} from './pages';
import { goesOn, warningPage } from './warning-page';

const headersOf = (page: Page) => {
  const headers = new Map<string, string>();
  for (let index = 0; index < page.headers.length; index += 2) {
    headers.set((page.headers[index] ?? '').toLowerCase(), page.headers[index + 1] ?? '');
  }
  return headers;
};
const english = { acceptLanguage: '' };
const german = { acceptLanguage: 'de-CH,de;q=0.9,en;q=0.8' };
const abc = { slug: 'abc', isScan: false };
const warning = warningPage('https://evil.example/login?a=b', abc, english);
const warningInGerman = warningPage('https://evil.example/login?a=b', abc, german);

const pages = [
  ['not found', notFoundPage, 404],
  ['restricted', restrictedPage, 410],
  ['ended', endedPage, 410],
  ['unavailable', unavailablePage, 503],
  ['wrong method', wrongMethodPage, 405],
  ['warning', { en: warning, de: warningInGerman }, 200],
] as const;

test.each(
  pages.flatMap(([name, page, status]) => [
    [name, 'en', page.en, status] as const,
    [name, 'de', page.de, status] as const,
  ]),
)('The %s page (%s) can load nothing, is not framed, kept or indexed', (_, language, page, status) => {
  const headers = headersOf(page);
  expect(page.status).toBe(status);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-length')).toBe(String(page.body.length));
  expect(headers.get('content-language')).toBe(language);
  expect(headers.get('vary')).toBe('Accept-Language');
  expect(page.body.toString()).toContain(`<html lang="${language}">`);
  expect(headers.has('set-cookie')).toBe(false);
  expect(page.body.toString()).not.toContain('<script');
});

test('503 says when to come back, 405 what is allowed', () => {
  for (const language of ['en', 'de'] as const) {
    expect(headersOf(unavailablePage[language]).get('retry-after')).toMatch(/^\d+$/);
    expect(headersOf(wrongMethodPage[language]).get('allow')).toBe('GET, HEAD');
  }
});

test.each(pages)('The %s page comes in the language of who asks, else in English', (_, page) => {
  expect(inLanguageOf(page, german.acceptLanguage)).toBe(page.de);
  expect(inLanguageOf(page, 'fr')).toBe(page.en);
  expect(inLanguageOf(page, '')).toBe(page.en);
  expect(page.de.body.toString()).not.toBe(page.en.body.toString());
});

test('robots.txt lets everyone in; the favicon is absent for a day', () => {
  expect(robotsFile.body.toString()).toBe('User-agent: *\nAllow: /\n');
  expect(headersOf(robotsFile).get('content-length')).toBe('23');
  expect(noFavicon.status).toBe(404);
  expect(headersOf(noFavicon).get('cache-control')).toContain('max-age=86400');
});

test('Nothing that came from outside is markup', () => {
  expect(escapeHtml(`<img src="x" onerror='y'>&amp;`)).toBe(
    '&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt;&amp;amp;',
  );
});

test('The warning names the host alone and leads back to the same short path', () => {
  const body = warning.body.toString();
  expect(body).toContain('<strong>evil.example</strong>');
  expect(body).toContain('href="/abc?continue=unsafe"');
  expect(body).not.toContain('login');
  const scan = warningPage('https://evil.example/', { slug: 'abc', isScan: true }, english).body.toString();
  expect(scan).toContain('href="/q/abc?continue=unsafe"');
  const inGerman = warningInGerman.body.toString();
  expect(inGerman).toContain('<strong>evil.example</strong>');
  expect(inGerman).toContain('href="/abc?continue=unsafe">Trotzdem weiter zu evil.example</a>');
});

test('A long host breaks in the text and in the link, so that a narrow screen shows the whole warning', () => {
  const style = /<style>(.*)<\/style>/.exec(warning.body.toString())?.[1];
  expect(style).toContain('a,strong{overflow-wrap:anywhere}');
});

test.each([
  ["https://evil.example'onload=x/", "'onload"],
  ['https://a&b.example/', 'a&b'],
  ['no url <script>', '<script>'],
])('A destination %j brings no markup into the warning', (location, raw) => {
  expect(warningPage(location, abc, english).body.toString()).not.toContain(raw);
});

test.each([
  ['/abc?continue=unsafe', true],
  ['/q/abc?x=1&continue=unsafe&y', true],
  ['/abc', false],
  ['/abc?continue', false],
  ['/abc?continue=unsafely', false],
  ['/abc?xcontinue=unsafe', false],
  ['/continue=unsafe', false],
])('%s goes on: %s', (target, isOn) => {
  expect(goesOn(target, '')).toBe(isOn);
});

test.each([
  ['same-origin', true],
  ['cross-site', false],
  ['same-site', false],
  ['none', false],
])('Who comes from %s with the address of the way on goes on: %s', (fetchSite, isOn) => {
  expect(goesOn('/abc?continue=unsafe', fetchSite)).toBe(isOn);
});
