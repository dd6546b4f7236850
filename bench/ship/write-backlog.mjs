// Fills a journal with visits made of a real access log: its agents, referrers and networks, 100,000 links by Zipf.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { encodeVisit, referrerHostOf } from '@kurz/click-event';
import { openJournalWriter } from '@kurz/click-journal';
import { makeMetrics, silentLog } from '@kurz/process';

const LOG = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../tests/data/access.log.gz');
const LINE = /^(\S+)\.\d+ \S+ \S+ \[[^\]]+\] "[^"]*" \d+ \S+ "([^"]*)" "([^"]*)"/;
const LINKS = 100_000;
const GROUP = 5_000;
const GIB = 1024 ** 3;

const idOf = (n) => (n * 2_654_435_761).toString(36).padStart(18, 'Kz').slice(0, 18);

function visitors() {
  const lines = gunzipSync(readFileSync(LOG)).toString('latin1').split('\n');
  return lines.map((line) => LINE.exec(line)).filter(Boolean);
}

export async function writeBacklog(directory, visits) {
  const seen = visitors();
  const writer = await openJournalWriter(
    { directory, maxBytes: 20 * GIB },
    { log: silentLog, metrics: makeMetrics() },
  );
  const started = Date.now();
  for (let from = 0; from < visits; from += GROUP) {
    await new Promise((resolve) => {
      let waiting = Math.min(GROUP, visits - from);
      for (let n = from; n < Math.min(from + GROUP, visits); n++) {
        const [, network, referrer, userAgent] = seen[Math.floor(Math.random() * seen.length)];
        const link = Math.floor(Math.exp(Math.random() * Math.log(LINKS)));
        const line = encodeVisit({
          time: started,
          workspaceId: `ws_${idOf(link % 500)}`,
          linkId: `lnk_${idOf(link)}`,
          isScan: n % 10 === 0,
          method: 'GET',
          purpose: '',
          userAgent: userAgent.slice(0, 512),
          referrerHost: referrerHostOf(referrer) ?? '',
          language: 'en-US',
          network: `${network}.0`,
        });
        writer.append(line, () => --waiting === 0 && resolve());
      }
    });
  }
  await writer.close();
}
