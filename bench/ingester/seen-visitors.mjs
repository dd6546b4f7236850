// Visitors: agents and referrers of a real access log and agents of a public collection, varied to any number.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { referrerHostOf } from '@kurz/click-event';

const LOG = fileURLToPath(new URL('../../tests/data/access.log.gz', import.meta.url));
const LINE = /^(\S+)\.\d+ \S+ \S+ \[[^\]]+\] "(\S+)[^"]*" \d+ \S+ "([^"]*)" "([^"]*)"/;
const ofClassifier = createRequire(new URL('../../libs/visitor-facts/package.json', import.meta.url));

/** Varies the version, because most real agents differ only in their versions. */
const withVersion = (agent, n) => agent.replace(/\d+(?=\D*$)/, (digits) => `${digits}${n}`);

/** `count` values: the real ones first, then variants that `another` makes of them. */
function exactly(count, real, another) {
  return Array.from({ length: count }, (_, n) =>
    n < real.length ? real[n] : another(real[n % real.length], Math.floor(n / real.length)),
  );
}

function collectedAgents() {
  const folder = path.dirname(ofClassifier.resolve('user-agents'));
  const records = JSON.parse(readFileSync(path.join(folder, 'user-agents.json'), 'utf8'));
  return records.map(({ userAgent }) => userAgent);
}

/** The log's requests: network, method, referrer host, agent. One per line, so that a frequent agent stays frequent. */
export function seenRequests() {
  const lines = gunzipSync(readFileSync(LOG)).toString('latin1').split('\n');
  return lines.flatMap((line) => {
    const [, network, method, referer, userAgent] = LINE.exec(line) ?? [];
    if (!network) return [];
    return [{ network: `${network}.0`, method, referrerHost: referrerHostOf(referer), userAgent }];
  });
}

/** Different agents: the log's, then the collected ones, then variants with other versions. */
export function differentAgents(count) {
  const real = new Set([...seenRequests().map(({ userAgent }) => userAgent), ...collectedAgents()]);
  return exactly(count, [...real], withVersion);
}

export function differentHosts(count) {
  const real = new Set(seenRequests().map(({ referrerHost }) => referrerHost || 'a.example'));
  return exactly(count, [...real], (host, n) => `n${n}.${host}`);
}
