import { openYourlsLog } from './open-yourls-log';

/** The content in pieces of `size` bytes. */
const opened = (content: string, size: number) => () =>
  Promise.resolve(
    (async function* () {
      const bytes = Buffer.from(content);
      for (let at = 0; at < bytes.length; at += size)
        yield await Promise.resolve(bytes.subarray(at, at + size));
    })(),
  );

async function clicksOf(content: string, size = 7) {
  const log = await openYourlsLog(opened(content, size));
  if (log.kind !== 'log') throw new Error('is no log');
  const clicks = [];
  for await (const click of log.all()) clicks.push(click);
  return clicks;
}

const SPRING = {
  key: 'spring',
  time: Date.UTC(2020, 0, 2, 3, 4, 5),
  referrer: 'https://news.example/a',
  userAgent: 'Mozilla/5.0 (X\'11; "Q")',
  address: '192.0.2.7',
  country: 'DE',
};
const BARE = { ...SPRING, key: 'autumn', referrer: '', userAgent: '', address: '', country: '' };

const DUMP = String.raw`-- MySQL dump 10.13; not INSERT INTO x VALUES ('
/*!40101 SET NAMES utf8mb4 */;
# another comment;
CREATE TABLE ${'`'}yourls_log${'`'} (
  ${'`'}click_id${'`'} int NOT NULL COMMENT 'a;b',
  PRIMARY KEY (${'`'}click_id${'`'})
) ENGINE=InnoDB;
INSERT INTO ${'`'}yourls_url${'`'} VALUES ('spring','https://a.example/;--',NULL,'2020-01-01 00:00:00','::1',2);
INSERT INTO ${'`'}yourls_log${'`'} VALUES
(1,'2020-01-02 03:04:05','spring','https://news.example/a','Mozilla/5.0 (X\'11; \"Q\")','192.0.2.7','DE'),
(2,'2020-01-02 03:04:05','autumn','direct','-','',NULL);
UNLOCK TABLES;
INSERT IGNORE INTO yourls.my_log (shorturl, click_time, ip_address) VALUES ('spring', '2020-01-02 03:04:05', '192.0.2.7')`;
const NAMED = { ...BARE, key: 'spring', address: '192.0.2.7' };

test.each([1, 2, 3, 64, 100_000])('reads a SQL dump in pieces of %d bytes', async (size) => {
  expect(await clicksOf(DUMP, size)).toEqual([SPRING, BARE, NAMED]);
});

test('reads a CSV file, whatever separates its cells', async () => {
  const head = 'click_id;click_time;shorturl;referrer;user_agent;ip_address;country_code';
  const agent = `"Mozilla/5.0 (X'11; ""Q"")"`;
  const line = `1;2020-01-02 03:04:05;spring;https://news.example/a;${agent};192.0.2.7;DE`;
  expect(await clicksOf(`\ufeff${head}\n${line}\n2;2020-01-02 03:04:05;autumn;direct;-;;\n`)).toEqual([
    SPRING,
    BARE,
  ]);
});

test('a time that is none is no time', async () => {
  const clicks = await clicksOf('click_time,shorturl\n0000-00-00 00:00:00,spring\n');
  expect(clicks).toMatchObject([{ key: 'spring', time: NaN }]);
});

test.each([
  ['a dump without an end', "INSERT INTO yourls_log VALUES (1,'2020", 'is cut'],
  ['a row without an end', "INSERT INTO yourls_log VALUES (1,'2020'; SELECT 1;", 'has a row without an end'],
  ['a log of another table', 'click_time,b\n1,2\n', 'has no columns "click_time" and "shorturl"'],
  ['another CSV file', 'slug,url\n1,2\n', 'is neither a SQL dump nor a CSV file'],
  ['a ZIP archive', 'PK\u0003\u0004', 'is a ZIP archive'],
])('refuses %s', async (_, content, message) => {
  await expect(clicksOf(content)).rejects.toThrow(message);
});
