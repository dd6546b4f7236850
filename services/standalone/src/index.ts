// The embedded product, for its own main and for tests.

export { startEmbeddedPostgres, type EmbeddedPostgres } from './postgres/start-embedded-postgres';
export { readStandaloneSettings, type StandaloneSettings } from './settings/standalone-settings';
export { startStandalone, type Standalone, type StartOutcome } from './start-standalone';
