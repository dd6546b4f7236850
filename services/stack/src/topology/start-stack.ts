// Starts the stack: the stores, their preparation, the services, then the port in front of the APIs. Closing goes the
// other way: the users of a store end before the store.

import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeClosing, type Log } from '@kurz/process';
import {
  formerSocketPathOf,
  lockDataFolder,
  openDataFolder,
  openSecrets,
  portNotice,
  refusalOf,
  socketPathOf,
  type PortRefusal,
} from '@kurz/standalone/without-engine';
import { keepRunning, type Part } from './keep-running';
import { prepareStores } from './prepare-stores';
import { makeProcessList } from './process-list';
import { serveFront } from './serve-front';
import { serviceSettings } from './service-settings';
import { drawPorts, type ServiceAddress, type StackPorts } from './stack-ports';
import { type StackSettings } from './stack-settings';
import { isReady, startService } from './start-service';
import { storeStarts } from './start-stores';

const READY_MS = 120_000;

export type Stack = {
  kind: 'started';
  dataDirectory: string;
  services: ServiceAddress[];
  token: string | undefined;
  /** To be called when the token has been shown. */
  shown: () => Promise<void>;
  close: () => Promise<void>;
};

export type StackOutcome = Stack | { kind: 'refused'; reason: string };

export type StackDeps = { log: Log; say: (text: string) => void };

/** The admin command asks this socket for PostgreSQL's address, as it asks the embedded product. */
const actionsOf = (ports: StackPorts, { kafkaClient, apiPort }: StackSettings) => ({
  status: () => ({
    pid: process.pid,
    state: 'running' as const,
    postgres: { host: '127.0.0.1', port: ports.postgres, database: 'kurz', user: 'kurz' },
    servers: {
      kafkaBrokers: [`127.0.0.1:${ports.kafka.clients}`],
      kafkaClient,
      topic: 'kurz.clicks',
      redisUrl: `redis://127.0.0.1:${ports.redis}`,
      clickHouseUrl: `http://127.0.0.1:${ports.clickHouse}`,
      appUrl: `http://localhost:${apiPort}`,
    },
  }),
  // the APIs' own loops do both within a second
  'apply-changes': () => Promise.resolve(),
  erase: () => undefined,
});

async function untilReady(services: ServiceAddress[]): Promise<void> {
  for (const end = Date.now() + READY_MS; ; await sleep(100)) {
    const ready = await Promise.all(services.map(({ opsPort }) => isReady(opsPort)));
    if (ready.every(Boolean)) return;
    if (Date.now() < end) continue;
    const late = services.filter((_, index) => !ready[index]).map(({ name }) => name);
    throw new Error(`not ready after ${READY_MS / 1000} s: ${late.join(', ')}`);
  }
}

async function refusalAt(host: string, port: number): Promise<PortRefusal | undefined> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = refusalOf(error);
    if (reason) return reason;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return undefined;
}

/** Why the address of the links or of the API cannot be listened on. Called before anything is started. */
async function addressRefusal({ host, port, apiPort }: StackSettings): Promise<string | undefined> {
  for (const [one, name] of [
    [port, 'KURZ_PORT'],
    [apiPort, 'KURZ_API_PORT'],
  ] as const) {
    const reason = await refusalAt(host, one);
    if (reason) return portNotice({ host, port: one }, reason, { host: 'KURZ_HOST', port: name });
  }
  return undefined;
}

/** Throws when a part does not start. Nothing is left running then, nor after a refusal. */
export async function startStack({ log, say }: StackDeps, settings: StackSettings): Promise<StackOutcome> {
  const refusal = await addressRefusal(settings);
  if (refusal !== undefined) return { kind: 'refused', reason: refusal };
  const closing = makeClosing((name, error) =>
    log.error({ event: 'close_failed', name, error: String(error) }),
  );
  const ports = await drawPorts();
  const folder = openDataFolder(settings.dataDirectory);
  const lock = await lockDataFolder(
    socketPathOf(folder.directory),
    actionsOf(ports, settings),
    formerSocketPathOf(folder.directory),
  );
  if (lock.kind !== 'locked')
    return { kind: 'refused', reason: `the data folder ${folder.directory} is in use; see KURZ_DATA_DIR` };
  closing.add('lock', lock.release);
  const processes = makeProcessList(path.join(folder.directory, 'processes.json'));

  const keepAll = async (group: string, starts: Record<string, () => Promise<Part>>) => {
    const kept = await Promise.allSettled(
      Object.entries(starts).map(([name, start]) =>
        keepRunning({ name, start, log, onStart: (pid) => processes.set(name, pid) }, settings),
      ),
    );
    closing.add(group, async () => {
      await Promise.all(kept.flatMap((part) => (part.status === 'fulfilled' ? [part.value.stop()] : [])));
    });
    for (const part of kept) if (part.status === 'rejected') throw part.reason;
  };
  const startsOf = (services: ServiceAddress[], secrets: ReturnType<typeof openSecrets>) =>
    Object.fromEntries(
      services.map((address) => [
        address.name,
        () =>
          startService(
            address.service,
            address.opsPort,
            serviceSettings(address, { ports, secrets, settings }),
          ),
      ]),
    );

  try {
    const secrets = openSecrets(folder);
    const { postgresPassword } = secrets;
    const { directory: dataDirectory } = folder;
    say('starting PostgreSQL, ClickHouse, Redis and Kafka');
    await keepAll('stores', storeStarts({ dataDirectory, ports, postgresPassword, log }));
    say('preparing schemas and topics');
    const prepared = await prepareStores({ ports, secrets, log }, settings);
    closing.add('prepared', prepared.close);
    say('starting the services');
    const { services } = ports;
    const ingesters = services.filter(({ service }) => service === 'ingester');
    const others = services.filter(({ service }) => service !== 'ingester');
    await keepAll('ingesters', startsOf(ingesters, secrets));
    await keepAll('redirector and APIs', startsOf(others, secrets));
    await untilReady(services);
    const apis = services.filter(({ service }) => service === 'api').map(({ port }) => port);
    const front = await serveFront({ host: settings.host, port: settings.apiPort }, apis);
    closing.add('front', front.close);
    return {
      kind: 'started',
      dataDirectory,
      services,
      token: prepared.token,
      shown: prepared.shown,
      close: closing.close,
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
