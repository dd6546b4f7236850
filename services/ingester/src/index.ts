// The ingester: turns the click stream into counts.

export { openCountryLookup } from './classify';
export type { Ingester, IngesterDeps, IngesterSettings } from './ingester';
export { makeIngester } from './make-ingester';
export { makePlanFiles } from './plan/plan-files';
export type { Plan, PlanStore } from './plan/plan-store';
export type { ClickSource, SourceBatch, SourcePartition } from './source/click-source';
export {
  makeStreamIngester,
  type StreamIngester,
  type StreamIngesterDeps,
  type StreamIngesterSettings,
} from './make-stream-ingester';
export { makeJournalSource, type JournalSourceDeps } from './source/journal/journal-source';
