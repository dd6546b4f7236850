// The report of `kurz doctor`: each finding with what to do, then the parts that were examined and those that were not.

import type { AdminAnswer } from '../answer/admin-answer';
import type { Examined, Finding } from './finding';

const NAMES = {
  settings: 'Settings',
  postgres: 'PostgreSQL',
  redis: 'Redis',
  kafka: 'Kafka',
  clickhouse: 'ClickHouse',
  services: 'Services',
  domains: 'Domains',
  mail: 'Mail',
  public_address: 'Public address',
  probe: 'Probe link',
} as const;

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

function textOf(findings: readonly Finding[], examined: readonly Examined[]): string {
  const faults = findings.filter(({ severity }) => severity === 'fault').length;
  const lines = findings.flatMap(({ severity, code, what, todo }) => [
    `${severity.padEnd(8)} ${code}`,
    `         ${what}`,
    `         ${todo}`,
  ]);
  const seen = examined.map((one) =>
    one.kind === 'skipped' ? `skipped  ${NAMES[one.part]}: ${one.reason}` : `checked  ${one.seen}`,
  );
  const sum = `${counted(faults, 'fault')}, ${counted(findings.length - faults, 'warning')}`;
  return [...lines, ...seen, sum].join('\n');
}

/** Faults first. The command fails when there is one. */
export function reportOf(examined: readonly Examined[], more: readonly Finding[] = []): AdminAnswer {
  const found = [...examined.flatMap((one) => (one.kind === 'examined' ? one.findings : [])), ...more];
  const findings = [...found].sort((a, b) => Number(b.severity === 'fault') - Number(a.severity === 'fault'));
  const isHealthy = findings.every(({ severity }) => severity !== 'fault');
  const parts = examined.map((one) =>
    one.kind === 'skipped' ? { part: one.part, skipped: one.reason } : { part: one.part, seen: one.seen },
  );
  const json = { isHealthy, findings, parts };
  return { kind: isHealthy ? 'done' : 'unhealthy', json, text: textOf(findings, examined) };
}
