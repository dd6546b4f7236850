// Names in Kafka that belong to one journal.

export const JOURNAL_GROUPS = 'kurz-journal-';
/** The group whose offset is how far the journal is shipped. */
export const journalGroupOf = (journal: string) => `${JOURNAL_GROUPS}${journal}`;

/** At any time one producer has it; the next one that takes it fences the one before. */
export const transactionalIdOf = (journal: string) => `kurz-journal-${journal}`;
