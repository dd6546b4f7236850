// Gives a starting redirector worker its journal: one that an earlier worker of this node left, or a new one.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { randomBase62 } from '@kurz/process';
import { findJournals, type FoundJournal } from './find-journals';
import { isJournal } from './is-journal';
import { lockJournal } from './lock-journal';

export type ClaimedJournal = FoundJournal & {
  /** To be called after the journal's writer and shipper have been closed. */
  release: () => void;
};

const ONLY_OWNER = 0o700;

/** Ids become names in Kafka, so characters that a host name may not contain become dashes. */
const prefixOf = (node: string) => `${node.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^\.+/, '')}-`;

async function claim(journal: FoundJournal): Promise<ClaimedJournal | undefined> {
  const lock = await lockJournal(journal.directory);
  return lock.kind === 'locked' ? { ...journal, release: lock.release } : undefined;
}

/**
 * A new journal's id ends in random characters, so an id is never used twice, even when a node comes back under its
 * name with an empty disk. Kafka remembers how far an id was shipped.
 */
export async function claimJournal(options: { root: string; node: string }): Promise<ClaimedJournal> {
  const prefix = prefixOf(options.node);
  for (const journal of await findJournals(options.root)) {
    const isOurs = journal.id.startsWith(prefix) && (await isJournal(journal.directory));
    const claimed = isOurs ? await claim(journal) : undefined;
    if (claimed) return claimed;
  }
  for (;;) {
    const id = `${prefix}${randomBase62(8)}`;
    const directory = path.join(options.root, id);
    await mkdir(directory, { recursive: true, mode: ONLY_OWNER });
    // an adopter may find the new, empty journal and remove it before it is locked
    const claimed = await claim({ id, directory });
    if (claimed) return claimed;
  }
}
