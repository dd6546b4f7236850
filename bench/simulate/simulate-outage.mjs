// Simulates regions second by second: visits go from the redirectors to their journals, then into Kafka, then into the
// stores. It is plain arithmetic with rates, so it shows backlogs and catch-up, but no tail latency.

import { figure } from './figures.mjs';

const GIB = 1024 ** 3;

/**
 * regions: { name, visits (per second), workers, journalBytes (of all its workers) }
 * ingesters: how many. events: { from, to (s), away: 'kafka' | 'stores' | 'ingesters' | 'link' | 'front', region }
 */
export function simulateOutage({ regions, ingesters, events, seconds = 24 * 3_600 }) {
  const state = regions.map(() => ({ journal: 0, dropped: 0 }));
  let waiting = 0;
  const result = {
    mostJournalBytes: 0,
    dropped: 0,
    mostInKafka: 0,
    mostLoad: 0,
    caughtUpAfter: 0,
    longest: 0,
  };
  const end = Math.max(0, ...events.map(({ to }) => to));
  for (let second = 0; second < seconds; second++) {
    const isAway = (away, region) =>
      events.some(
        (event) =>
          event.away === away &&
          (event.region === undefined || event.region === region) &&
          second >= event.from &&
          second < event.to,
      );
    const open = regions.filter(({ name }) => !isAway('front', name));
    const moved = regions.reduce((sum, { name, visits }) => sum + (isAway('front', name) ? visits : 0), 0);
    const workersOpen = open.reduce((sum, { workers }) => sum + workers, 0);
    regions.forEach(({ name, visits, workers, journalBytes }, at) => {
      const here = state[at];
      // visitors of a lost region go to the other regions, in proportion to their workers
      const answered = isAway('front', name) ? 0 : visits + (moved * workers) / workersOpen;
      result.mostLoad = Math.max(result.mostLoad, (answered / workers) * figure('redirectCpu') * 1e-6);
      here.journal += answered;
      const room = journalBytes / figure('journalVisit');
      here.dropped += Math.max(0, here.journal - room);
      here.journal = Math.min(here.journal, room);
      const canShip = !isAway('kafka') && !isAway('link', name);
      const shipped = canShip ? Math.min(here.journal, workers * figure('shipPace')) : 0;
      here.journal -= shipped;
      waiting += shipped;
      result.mostJournalBytes = Math.max(result.mostJournalBytes, here.journal * figure('journalVisit'));
    });
    const canCount = !isAway('kafka') && !isAway('stores') && !isAway('ingesters');
    waiting -= canCount ? Math.min(waiting, ingesters * figure('ingest')) : 0;
    result.mostInKafka = Math.max(result.mostInKafka, waiting);
    const backlog = waiting + state.reduce((sum, { journal }) => sum + journal, 0);
    if (second >= end && backlog < 1) {
      result.caughtUpAfter = second - end;
      break;
    }
    if (second === seconds - 1) result.caughtUpAfter = Infinity;
  }
  result.dropped = Math.round(state.reduce((sum, { dropped }) => sum + dropped, 0));
  return {
    ...result,
    mostJournalGib: result.mostJournalBytes / GIB,
    mostInKafkaGib: (result.mostInKafka * figure('kafkaVisit')) / GIB,
  };
}

/** The share of visits whose link is among the `cached` most visited of `links`, by Zipf (s = 1). */
export function hitRate(cached, links) {
  const harmonic = (count) => Math.log(count) + 0.5772 + 1 / (2 * count);
  return harmonic(Math.min(cached, links)) / harmonic(links);
}
