// The redirector's durable journal of visits: who writes it, who reads it.

export type { JournalBatch, JournalReader, JournalWriter, ReadLimits } from './journal';
export { openJournalReader, type JournalReaderOptions } from './journal-reader';
export { openJournalWriter, type JournalWriterDeps } from './journal-writer';
export type { JournalWriterOptions } from './journal-writer-options';
