// The state of a shipper. Logs one line when a failure begins and one when it ends.

import { errorCodeOf, type Log } from '@kurz/process';
import type { RefusedReason } from './starting-point';
import type { TakenLines } from './transaction-batcher';

export type ShipHealth = 'starting' | 'shipping' | 'waiting' | 'refused' | 'taken';

export type ShipState = {
  health: ShipHealth;
  /** Journal position up to which Kafka has everything; undefined before Kafka or the marker was asked. */
  position: number | undefined;
  shippedVisits: number;
  damagedLines: number;
  failures: number;
};

export type ShipReport = {
  state: Readonly<ShipState>;
  /**
   * Kafka has taken the position alone. That says nothing about lines, for example when the topic lacks in-sync
   * replicas.
   */
  opened: (position: number) => void;
  /** Lines were shipped, or there are none. */
  shipped: (position: number, taken: TakenLines) => void;
  /** The position in the marker, before Kafka could be asked. */
  marked: (position: number | undefined) => void;
  failed: (error: unknown) => void;
  /** The marker could not be written. */
  notNoted: (error: unknown) => void;
  refused: (reason: RefusedReason) => void;
  taken: (by: string) => void;
};

/** `refusedSince`: when an earlier shipper said that the journal is refused, ms on the monotonic clock. */
export function makeShipReport(
  deps: { log: Log },
  settings: { journal: string; directory: string; firstPosition?: number; refusedSince?: number },
): ShipReport {
  const { log } = deps;
  const { journal, directory, firstPosition, refusedSince } = settings;
  const state: ShipState = {
    health: refusedSince === undefined ? 'starting' : 'refused',
    position: undefined,
    shippedVisits: 0,
    damagedLines: 0,
    failures: 0,
  };
  let waitingSince = refusedSince ?? 0;
  /** The reasons logged since it began to wait. */
  const reasons = new Set<string>();
  let isNoteMissed = false;

  return {
    state,
    opened: (position) => {
      state.position = position;
    },
    shipped: (position, { visits, damaged }) => {
      if (state.health === 'waiting' || state.health === 'refused') {
        log.warn({ event: 'shipping_resumed', journal, ms: Math.round(performance.now() - waitingSince) });
      }
      state.health = 'shipping';
      state.position = position;
      state.shippedVisits += visits;
      state.damagedLines += damaged;
      if (damaged === 0) return;
      log.warn({
        event: 'journal_lines_damaged',
        journal,
        lines: damaged,
        runbook: 'Damaged lines in a journal',
      });
    },
    marked: (position) => {
      state.position ??= position;
    },
    failed: (error) => {
      state.failures++;
      const reason = errorCodeOf(error) ?? (error instanceof Error ? error.name : String(error));
      const isStill = state.health === 'waiting';
      if (!isStill) reasons.clear();
      if (reasons.has(reason)) return;
      if (!isStill && state.health !== 'refused') waitingSince = performance.now();
      state.health = 'waiting';
      reasons.add(reason);
      const event = isStill ? 'shipping_still_waits' : 'shipping_waits';
      log.warn({ event, journal, err: error, runbook: 'Visits wait in a journal' });
    },
    notNoted: (error) => {
      if (isNoteMissed) return;
      isNoteMissed = true;
      log.warn({ event: 'shipped_position_not_noted', journal, err: error });
    },
    refused: (reason) => {
      if (state.health === 'refused') return;
      if (state.health !== 'waiting') waitingSince = performance.now();
      state.health = 'refused';
      log.error({
        event: 'shipping_refused',
        journal,
        reason,
        command: `kurz journal resume ${directory}${reason === 'journal_behind' ? ` --position ${firstPosition}` : ''}`,
        runbook: 'Shipping refuses a journal',
      });
    },
    taken: (by) => {
      state.health = 'taken';
      log.error({ event: 'shipping_taken', journal, by, runbook: 'A journal has two shippers' });
    },
  };
}
