// Ships the journals of imports into the click stream of servers, where the running ingesters count their visits. An
// import's row says that it is still to be shipped. The journal's position in Kafka moves with its visits, so an
// interrupted shipment continues where it was.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { openStreamClient, readJournalProgress, type KafkaOptions } from '@kurz/click-stream';
import type { Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import { drainJournal, type DrainOutcome } from '@kurz/redirector';

export type ShipOutcome = { kind: 'shipped' } | { kind: 'not_shipped'; id: number; reason: string };

export type ImportShipper = {
  /** `<prefix><import's number>` is the id of its journal. */
  prefix: string;
  /** Ships every import that is not shipped yet, oldest first. Only while no other import runs. */
  shipAll: () => Promise<ShipOutcome>;
};

type Deps = { db: Db; log: Log; kafka: KafkaOptions };

const PREFIX = 'import-';
/** A shipment without progress for this time is given up until the next import. */
const STALL_TIMEOUT_MS = 60_000;

const DONE: ShipOutcome = { kind: 'shipped' };

function reasonOf(outcome: Exclude<DrainOutcome, { kind: 'drained' }>): string {
  if (outcome.kind === 'refused') return outcome.reason;
  if (outcome.kind === 'unfinished') return 'Kafka does not accept them';
  return outcome.kind;
}

export function makeImportShipper(
  { db, log, kafka: options }: Deps,
  { importsFolder, topic }: { importsFolder: string; topic: string },
): ImportShipper {
  const kafka = openStreamClient(options, { log });

  /** Whether Kafka has all visits of an import whose journal is not on this machine. */
  const hasAll = async (id: number, end: number) => {
    const progress = await readJournalProgress(kafka, topic, `${PREFIX}${id}`);
    return progress !== undefined && progress.position >= end;
  };

  const drain = async (directory: string): Promise<DrainOutcome> => {
    let timer: NodeJS.Timeout | undefined;
    const drained = drainJournal(
      {
        kafka,
        log,
        onShipper: (shipper) => {
          let before = -1;
          timer = setInterval(() => {
            if (shipper.state.shippedVisits === before) void shipper.close(0);
            before = shipper.state.shippedVisits;
          }, STALL_TIMEOUT_MS);
        },
      },
      { directory, topic },
    );
    return drained.finally(() => clearInterval(timer));
  };

  const ship = async (id: number, end: number): Promise<ShipOutcome> => {
    const directory = path.join(importsFolder, `${PREFIX}${id}`);
    if (existsSync(directory)) {
      const outcome = await drain(directory);
      if (outcome.kind !== 'drained') return { kind: 'not_shipped', id, reason: reasonOf(outcome) };
    } else if (!(await hasAll(id, end))) {
      return { kind: 'not_shipped', id, reason: `its journal ${directory} is not on this machine` };
    }
    await db.updateTable('visit_imports').set({ to_ship: false }).where('id', '=', id).execute();
    return DONE;
  };

  return {
    prefix: PREFIX,
    shipAll: async () => {
      const rows = await db
        .selectFrom('visit_imports')
        .select(['id', 'journal_end'])
        .where('to_ship', '=', true)
        .orderBy('id')
        .execute();
      for (const { id, journal_end: end } of rows) {
        const outcome = await ship(id, end);
        if (outcome.kind === 'not_shipped') return outcome;
      }
      return DONE;
    },
  };
}
