// Names in Kafka that belong to one journal.

export const JOURNAL_GROUPS = 'kurz-journal-';
/** The group whose offset says how far the journal is shipped. */
export const journalGroupOf = (journal: string) => `${JOURNAL_GROUPS}${journal}`;

/** One producer has it at a time; the next one that takes it fences the previous one. */
export const transactionalIdOf = (journal: string) => `kurz-journal-${journal}`;
