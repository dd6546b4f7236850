// Examines all parts of an installation in parallel. The probe comes last, because it needs all of them.

import { within } from '@kurz/resilience';
import type { AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { examineClickHouse, findKnownShards } from './examine-clickhouse';
import { examineKafka } from './examine-kafka';
import { examineMail, examinePublicAddress } from './examine-outside';
import { connectionFinding } from './connection-finding';
import { examinePostgres, CHECK_TIMEOUT_MS } from './examine-postgres';
import { examineRedis } from './examine-redis';
import { examineServices, findSkews } from './examine-services';
import type { Part } from './catalogue-entry';
import type { Examined } from './finding';
import { probeLink, type ProbeSettings } from './probe-link';
import { reportOf } from './report';

export type ExamineOptions = {
  /** Addresses of the services' operations ports. */
  operations: readonly string[];
  /** Whether to check the public address through the internet. */
  isPublicChecked: boolean;
  probe?: Omit<ProbeSettings, 'apiUrl'> & { apiUrl?: string };
};

export type Subject = { smtpUrl?: string; isNetworkPrivate: boolean };

const skipped = (part: Part, reason: string): Promise<Examined> =>
  Promise.resolve({ kind: 'skipped', part, reason });

const UNSET = (name: string) => `${name} is not set`;

/** ClickHouse's engine answers through the product that holds the data folder. */
async function examineEngine({ readLinkCounts }: AdminConnection): Promise<Examined> {
  const part = 'clickhouse';
  if (!readLinkCounts) return { kind: 'skipped', part, reason: 'the running product does not report it' };
  try {
    await within(CHECK_TIMEOUT_MS, readLinkCounts({ workspaceId: 'ws_none', linkIds: ['lnk_none'] }));
    return { kind: 'examined', part, seen: "ClickHouse's engine answers", findings: [] };
  } catch (error) {
    const findings = [connectionFinding('clickhouse', error)];
    return { kind: 'examined', part, seen: 'ClickHouse', findings };
  }
}

function examineStores(connection: AdminConnection, { isNetworkPrivate }: Subject) {
  const { db, embedded, servers } = connection;
  const isRunning = embedded ? embedded.startCounting === undefined : true;
  const postgres = examinePostgres(db, { isRunning, isNetworkPrivate, isOwn: embedded !== undefined });
  if (!servers) {
    const none = 'the embedded product has none';
    return [postgres, skipped('redis', none), skipped('kafka', none), examineEngine(connection)];
  }
  const { redisUrl, kafka, clickHouses, topics } = servers;
  return [
    postgres,
    redisUrl === undefined ? skipped('redis', UNSET('KURZ_REDIS_URL')) : examineRedis(redisUrl),
    kafka ? examineKafka(kafka, topics, db) : skipped('kafka', UNSET('KURZ_KAFKA_BROKERS')),
    clickHouses
      ? examineClickHouse(
          clickHouses,
          within(CHECK_TIMEOUT_MS, findKnownShards(db)).catch(() => undefined),
        )
      : skipped('clickhouse', UNSET('KURZ_CLICKHOUSE_URL')),
  ];
}

/** Never throws: a part that cannot be asked is a finding. */
export async function examineInstallation(
  connection: AdminConnection,
  subject: Subject,
  { operations, isPublicChecked, probe }: ExamineOptions,
): Promise<AdminAnswer> {
  const isStopped = connection.embedded?.startCounting !== undefined;
  const appUrl = await connection.appUrl().catch(() => undefined);
  const examined = await Promise.all([
    ...examineStores(connection, subject),
    examineServices(operations),
    examineMail(subject.smtpUrl),
    isStopped
      ? skipped('public_address', 'the product is stopped')
      : examinePublicAddress(appUrl, isPublicChecked),
  ]);
  if (!probe) examined.push({ kind: 'skipped', part: 'probe', reason: 'checked only with --probe' });
  else {
    const apiUrl = probe.apiUrl ?? appUrl;
    examined.push(
      apiUrl === undefined
        ? { kind: 'skipped', part: 'probe', reason: 'neither --api nor KURZ_APP_URL says where the API is' }
        : await probeLink(connection, { ...probe, apiUrl }),
    );
  }
  const clocks = examined.flatMap((one) => (one.kind === 'examined' ? (one.clocks ?? []) : []));
  return reportOf(examined, findSkews(clocks));
}
