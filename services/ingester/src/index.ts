// The ingester: turns the click stream into counts.

export { openCountryLookup } from './classify';
export { makeIngester, type Ingester, type IngesterDeps, type IngesterSettings } from './journal-ingester';
export {
  makeStreamIngester,
  type StreamIngester,
  type StreamIngesterDeps,
  type StreamIngesterSettings,
} from './kafka-ingester';
export { makePlanFiles } from './plan/plan-files';
export type { Plan, PlanStore } from './plan/plan-store';
export {
  makeJournalSource,
  type JournalSource,
  type JournalSourceDeps,
} from './source/journal/journal-source';
