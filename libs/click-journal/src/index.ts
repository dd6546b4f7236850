// The redirector's durable journal of visits: writer, readers and ownership.

export type { JournalBatch, JournalReader, JournalWriter, ReadLimits } from './journal';
export { openJournalChunkReader, type JournalChunk, type JournalChunkReader } from './journal-chunk-reader';
export { openJournalReader, type JournalReaderOptions } from './journal-reader';
export { openJournalWriter, type JournalWriterDeps } from './journal-writer';
export type { JournalWriterOptions } from './journal-writer-options';
export { claimJournal, type ClaimedJournal } from './ownership/claim-journal';
export { findJournals, type FoundJournal } from './ownership/find-journals';
export { isJournal } from './ownership/is-journal';
export { lockJournal, type JournalLock } from './ownership/lock-journal';
export { removeJournal } from './ownership/remove-journal';
export {
  dropSegmentsBefore,
  endOfJournal,
  holdsJournal,
  journalBytesAfter,
} from './segments/shipped-segments';
