// The ingester: turns the click stream into counts.

export { makeIngester, type Ingester, type IngesterDeps, type IngesterSettings } from './journal-ingester';
export {
  makeStreamIngester,
  type StreamIngester,
  type StreamIngesterDeps,
  type StreamIngesterSettings,
} from './kafka-ingester';
export { makeIntentFiles } from './intent/intent-files';
export { UnusableIntent, type BatchIntent, type IntentLog } from './intent/intent-log';
export {
  makeJournalSource,
  type JournalSource,
  type JournalSourceDeps,
} from './source/journal/journal-source';
