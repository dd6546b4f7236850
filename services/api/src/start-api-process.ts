// The API as a process of its own: stores, the service, its socket, and the operations server.

import { createServer } from 'node:http';
import {
  answerExpectContinue,
  connectionsWithinFiles,
  limitPipelining,
  addWriteTimeout,
  makeDrainableServer,
  makeMetrics,
  openedOrClosed,
  serveOperations,
  runHealthChecks,
  systemClock,
  type Closing,
  type Log,
  type RunningProcess,
} from '@kurz/process';
import { openCountryLookup } from '@kurz/visitor-facts';
import { apiServerOptions, MAX_WAITING_ON_API } from './api-server-options';
import { answerClientError } from './http/answer-client-error';
import { openApiStores } from './open-api-stores';
import { makeApi } from './server/api';
import { makeApiLoopAges } from './server/api-loop-ages';
import type { ProcessSettings } from './settings';
import { rememberPermittedDomains } from './zones/permitted-domains';
import { makeTlsAllowedCheck } from './zones/permit-certificate';

/** The longest request is a batch. A connection that is left after this time does not read its answer. */
const CUT_OFF_MS = 5_000;

/** Serves when it resolves; ready when the databases have the schema that it needs. */
export async function startApiProcess(
  { log }: { log: Log },
  settings: ProcessSettings,
): Promise<RunningProcess> {
  const clock = systemClock;
  const metrics = makeMetrics({ processMetrics: true });
  const open = async (closing: Closing): Promise<RunningProcess> => {
    const { checks, ...stores } = openApiStores({ log, clock, metrics, closing }, settings);
    const loopAges = makeApiLoopAges(metrics, [
      'permitted_domains',
      ...(settings.api.mail ? (['mails'] as const) : []),
    ]);
    const remembered = rememberPermittedDomains({
      db: stores.db,
      log,
      done: () => loopAges.done('permitted_domains'),
    });
    closing.add('permitted domains', remembered.close);
    const operations = await serveOperations(
      {
        metrics,
        log,
        checks: () => runHealthChecks(checks),
        routes: { '/tls-allowed': makeTlsAllowedCheck({ db: stores.db, remembered }) },
      },
      settings.ops,
    );
    closing.add('operations', operations.close);
    const api = makeApi(
      { ...stores, openCountries: () => openCountryLookup(settings.geoFile), clock, log, metrics, loopAges },
      settings.api,
    );
    closing.add('api', api.close);
    const http = createServer(apiServerOptions, api.handle);
    http.maxConnections = connectionsWithinFiles({ log }, settings.maxConnections);
    http.on('clientError', answerClientError);
    addWriteTimeout(http);
    limitPipelining(http, () => MAX_WAITING_ON_API);
    answerExpectContinue(http);
    const server = makeDrainableServer(http, { cutOffMs: CUT_OFF_MS });
    await server.listen(settings.host, settings.port);
    closing.add('server', server.close);
    log.info({ event: 'started' });
    return {
      drain: () => {
        operations.drain();
        server.drain();
      },
      close: closing.close,
    };
  };
  return openedOrClosed(open, (name, error) =>
    log.error({ event: 'close_failed', name, error: String(error) }),
  );
}
