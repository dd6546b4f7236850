// Takes a case's visits through the ingester's stages that need no store, batch by batch as the ClickHouse sink does.
// Returns the time of each stage, in µs per visit. It uses one core, because nothing here waits.

import { encodeVisit, readVisits, VisitTexts } from '@kurz/click-event';
import { languageOf, makeClassifier, openCountryLookup } from '@kurz/visitor-facts';
import { makeAgentFacts } from '../../libs/visitor-facts/dist/make-agent-facts.js';
import { referrerOf } from '../../libs/visitor-facts/dist/referrer-of.js';
import { makeAggregate } from '../../services/ingester/dist/aggregate/aggregate-visits.js';
import { sumHits } from '../../services/ingester/dist/aggregate/sum-hits.js';
import { additionsOf } from '../../services/ingester/dist/sinks/live/live-sink.js';
import { rowsOf } from '../../services/ingester/dist/sinks/clickhouse/rows-of.js';
import { makeVisits } from './make-visits.mjs';

export const BATCH = 10_000;
const DAY_MS = 86_400_000;
/** Noon, so that the visits of 24 hours fall on two days. */
const END = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
const ORIGIN = { stream_partition: 3, plan_from: 123_456_789 };

/** Batches are bytes, as from Kafka. Parsing a separate string per line would be cheaper than parsing slices. */
export function makeBatches(options, batches, seed) {
  const visitOf = makeVisits({ ...options, end: END }, seed);
  return Array.from({ length: batches }, () => {
    const visits = Array.from({ length: BATCH }, visitOf);
    return {
      lines: Buffer.from(visits.map(encodeVisit).join('\n'), 'latin1'),
      json: Buffer.from(visits.map((visit) => JSON.stringify(visit)).join('\n'), 'latin1'),
    };
  });
}

/** CPU time of this process in µs, garbage collection included. Wall-clock time would include other processes' work. */
const cpuMicros = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Makes everything that a process keeps for long, so that caches warm up as they do in a process. */
export async function makeStages() {
  const countryOf = await openCountryLookup();
  const agentFactsOf = makeAgentFacts();
  const classify = makeClassifier({ countryOf });
  const texts = new VisitTexts();
  const visitsOf = (lines) => Array.from(readVisits(lines, texts), ({ visit }) => visit);

  return (batch) => {
    const took = {};
    const timed = (stage, run) => {
      const started = cpuMicros();
      const result = run();
      took[stage] = (cpuMicros() - started) / BATCH;
      return result;
    };
    const each = (stage, visits, run) =>
      timed(stage, () => {
        let last;
        for (const visit of visits) last = run(visit);
        return last;
      });

    each('JSON.parse', batch.json.toString('latin1').split('\n'), JSON.parse);
    const visits = timed('decode', () => visitsOf(batch.lines));
    each('agent', visits, (visit) => agentFactsOf(visit.userAgent));
    each('country', visits, (visit) => countryOf(visit.network));
    each('referrer', visits, (visit) => referrerOf(visit.referrerHost));
    each('language', visits, (visit) => languageOf(visit.language));

    const classified = timed('classify', () => visits.map(classify));
    const aggregated = timed('aggregate', () => {
      const aggregate = makeAggregate();
      for (const visit of classified) aggregate.add(visit);
      return aggregate.rows();
    });
    const rows = timed('rows', () => rowsOf(aggregated, ORIGIN, END));
    timed('additions', () => additionsOf(aggregated));
    timed('hits', () => {
      const sum = sumHits();
      for (const visit of visits) sum.add(visit);
      return sum.result();
    });
    const written = Object.values(rows).reduce(
      (sum, text) => sum + text.toString().split('\n').length - 1,
      0,
    );
    return { took, rows: written / BATCH };
  };
}
