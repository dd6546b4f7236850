// Examines the services at their operations ports: alive, ready, of this version, and with the right time.

import { VERSION } from '@kurz/process';
import { reasonOf } from './connection-finding';
import { finding, type ClockOffset, type Examined, type Finding } from './finding';
import { CHECK_TIMEOUT_MS } from './examine-postgres';

type Answer = { body: Record<string, unknown>; sentAt: number; answeredAt: number };

async function query(url: string): Promise<Answer> {
  const sentAt = Date.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS), redirect: 'error' });
  const body: unknown = await response.json();
  const answeredAt = Date.now();
  return { body: typeof body === 'object' && body !== null ? { ...body } : {}, sentAt, answeredAt };
}

/** The third parameter is the body of /readyz: `ready` and the checks. */
function findUnready(url: string, { ready, ...checks }: Record<string, unknown>): Finding[] {
  if (ready === true) return [];
  const failed = Object.entries(checks).flatMap(([name, holds]) =>
    name === 'draining' ? ['it is shutting down'] : holds === true ? [] : [name],
  );
  return [finding('service_not_ready', { url, checks: failed.join(', ') || 'no check says why' })];
}

async function examineOne(url: string): Promise<{ findings: Finding[]; clocks: ClockOffset[] }> {
  try {
    const base = url.replace(/\/+$/, '');
    const live = await query(`${base}/livez`);
    const ready = await query(`${base}/readyz`);
    const findings = findUnready(url, ready.body);
    const { version, time } = live.body;
    if (version !== VERSION)
      findings.push(
        finding('service_of_another_version', {
          url,
          found: typeof version === 'string' ? version : 'unknown',
          wanted: VERSION,
        }),
      );
    const uncertainMs = (live.answeredAt - live.sentAt) / 2;
    const at = Date.parse(String(time));
    const clock = { name: url, aheadMs: at - live.sentAt - uncertainMs, uncertainMs };
    return { findings, clocks: Number.isNaN(at) ? [] : [clock] };
  } catch (error) {
    return { findings: [finding('service_unreachable', { url, reason: reasonOf(error) })], clocks: [] };
  }
}

export async function examineServices(urls: readonly string[]): Promise<Examined> {
  if (urls.length === 0)
    return { kind: 'skipped', part: 'services', reason: 'no address was given with --operations' };
  const all = await Promise.all(urls.map(examineOne));
  return {
    kind: 'examined',
    part: 'services',
    seen: `${urls.length} services, ${VERSION}`,
    findings: all.flatMap(({ findings }) => findings),
    clocks: all.flatMap(({ clocks }) => clocks),
  };
}

/** With a larger skew, a link begins and ends noticeably early or late. */
const MAX_SKEW_MS = 2_000;

/** Findings for the clocks that certainly differ from this process's clock. */
export const findSkews = (clocks: readonly ClockOffset[]): Finding[] =>
  clocks
    .filter(({ aheadMs, uncertainMs }) => Math.abs(aheadMs) - uncertainMs > MAX_SKEW_MS)
    .map(({ name, aheadMs }) => finding('clock_skew', { name, seconds: Math.round(aheadMs / 100) / 10 }));
