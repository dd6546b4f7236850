// Reads the links of other shorteners for jobs, with tokens that are in this process's memory only. When the process
// ends before a reading does, the job has failed: no other process can go on with it.

import type { Db } from '@kurz/database';
import { makeOutbound, type AllowedTargets, type Outbound } from '@kurz/outbound';
import type { Log } from '@kurz/process';
import { makeSemaphore } from '@kurz/resilience';
import { openCountryLookup } from '@kurz/visitor-facts';
import type { PeerApi } from '../peers/peer-api';
import { openPeerSource } from '../peers/peer-source';
import { makeMovedClassifier, type ClassifyMoved } from '../visits-by-day';
import { JobLetGo, type ReadingJob } from './claim-holder';
import { endInterrupted, readPeer } from './read-peer';

/** Each reading holds in memory what it has evaluated so far, some 20 MB for 100,000 links. */
const MAX_READS = 20;
/** Readings of one person, across all workspaces: a service may make each of them wait for hours. */
const MAX_PER_PERSON = 4;
/** Other requests wait, because answers are in memory as a whole. */
const MAX_REQUESTS_AT_ONCE = 8;
const MAX_ANSWER_BYTES = 8 * 1024 ** 2;

export type Peer = { api: PeerApi; origin: string; token: string; isWithDays: boolean };

/** Allows one reading. Acquired before the job is made, so that parallel requests do not exceed the limits. */
export type ReadPermit = {
  /** Reads in the background and leaves the result in the job. The permit is released when the reading ends. */
  begin: (job: ReadingJob, peer: Peer) => void;
  /** To be called when nothing was begun. */
  release: () => void;
};

export type PeerReader = {
  /** Undefined when this process or the person has as many readings as allowed. */
  acquirePermit: (userId: string) => ReadPermit | undefined;
  /** Stops the reading of a removed job. A wait, which may be long, ends at once. */
  stop: (jobId: string) => void;
  /** Ends all readings. Their jobs have failed then. */
  close: () => Promise<void>;
};

export type OpenCountries = () => Promise<(network: string) => string>;
/**
 * `openCountries`: called when the first log comes, and again after a failure, as while the file is replaced; default:
 * the bundled database.
 */
type Deps = { db: Db; log: Log; clock: { now: () => number }; openCountries?: OpenCountries };
export type PeerReaderSettings = { outboundAllowed?: AllowedTargets; dnsServers?: readonly string[] };

export function makePeerReader(
  { db, log, clock, openCountries = openCountryLookup }: Deps,
  { outboundAllowed: allowed, dnsServers }: PeerReaderSettings,
): PeerReader {
  const outbound = makeOutbound({ allowed, dnsServers });
  const requests = makeSemaphore(MAX_REQUESTS_AT_ONCE);
  const classifyFetched = makeMovedClassifier(clock.now);
  let classifyLogged: Promise<ClassifyMoved> | undefined;
  const openClassifier = async () => {
    try {
      return makeMovedClassifier(clock.now, await openCountries());
    } catch (error) {
      classifyLogged = undefined;
      throw error;
    }
  };
  // a log has addresses, for which the country database is needed
  const classifierFor = ({ bytes }: ReadingJob) =>
    bytes === 0 ? Promise.resolve(classifyFetched) : (classifyLogged ??= openClassifier());
  const running = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  /** The person of each acquired permit. */
  const taken: string[] = [];

  async function read(job: ReadingJob, { api, isWithDays, ...account }: Peer, controller: AbortController) {
    const { signal } = controller;
    const inTurn: Pick<Outbound, 'request'> = {
      request: async (request) => {
        const release = await requests.take(signal);
        return outbound.request(request).finally(release);
      },
    };
    try {
      await readPeer({ db, clock, isStopping: () => signal.aborted }, job, {
        open: (onWait) =>
          openPeerSource(api, { ...account, outbound: inTurn, maxBytes: MAX_ANSWER_BYTES, signal, onWait }),
        isWithDays,
        classify: await classifierFor(job),
        onLetGo: (error) => controller.abort(error),
      });
    } catch (error) {
      if (!(error instanceof JobLetGo)) log.warn({ event: 'import_interrupted', job: job.id, err: error });
      // when this fails, the loop of any process ends the job, once its claim has ended
      await endInterrupted(db, job).catch(() => undefined);
    }
  }

  return {
    acquirePermit: (userId) => {
      const own = taken.filter((one) => one === userId);
      if (taken.length >= MAX_READS || own.length >= MAX_PER_PERSON) return undefined;
      taken.push(userId);
      const release = () => void taken.splice(taken.indexOf(userId), 1);
      return {
        release,
        begin: (job, peer) => {
          const controller = new AbortController();
          const ended = read(job, peer, controller).finally(() => {
            running.delete(job.id);
            release();
          });
          running.set(job.id, { controller, ended });
        },
      };
    },
    stop: (jobId) => running.get(jobId)?.controller.abort(new JobLetGo('the job is removed')),
    close: async () => {
      const readings = [...running.values()];
      for (const { controller } of readings) controller.abort(new JobLetGo('this process stops'));
      // ends requests that are in flight
      outbound.close();
      await Promise.all(readings.map(({ ended }) => ended));
    },
  };
}
