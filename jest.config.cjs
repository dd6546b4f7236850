// Unit tests stand beside their source; tests/ holds what needs more than one package.
// Packages are mapped to their sources, so that no test runs against a stale build.
const SLOW = '\\.slow\\.test\\.ts$';

// Outage tests that compare times, or load the machine as a whole: they run one after the other. Of the others two run at
// a time.
const ALONE =
  '(api-cut-off-from-redis|api-outages|clickhouse-outages|deletion-is-seen|greedy-tenant|hostile-clients|' +
  'journals-share-a-partition|kafka-broker-lost|kafka-outages|postgres-ended|postgres-outages|' +
  'rate-limits-without-redis|redis-outages|services-killed|ship-survives-kafka|slow-searches|slugs-are-guessed)';

// Slow tests that compare no times: two of them run at a time. Every other slow test has the machine for itself.
const SIDE_BY_SIDE =
  '(aborted-transactions|accessible-pages|admin-command|admin-command-exports|admin-command-on-passwords|admin-command-on-people|' +
  'admin-command-takes-effect|answer-is-lost|compacted-log|compaction|encrypted-stores|log-start-moves|' +
  'migrate-on-servers|pepper-is-rotated|position-lost|qr-codes-are-read|real-log-is-counted|schemathesis|schemathesis.console|shipping-is-refused|' +
  'visits-import|zombie-is-fenced)';
const SLOW_FILES = [
  '<rootDir>/{libs,services}/*/src/**/*.slow.test.ts',
  '<rootDir>/tests/{stores,deploy,contract,flow,browser}/**/*.slow.test.ts',
];

/** @type {import('jest').Config} */
const of = (name, testMatch, ignored = []) => ({
  displayName: name,
  rootDir: __dirname,
  testMatch,
  testPathIgnorePatterns: ['/node_modules/', ...ignored],
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs', ignoreDynamic: true },
      },
    ],
  },
  moduleNameMapper: {
    '^@kurz/(admin|api|ingester|redirector|stack|standalone)$': '<rootDir>/services/$1/src',
    '^@kurz/standalone/without-engine$': '<rootDir>/services/standalone/src/without-engine',
    '^@kurz/backends$': '<rootDir>/tests/backends/src',
    '^@kurz/([a-z-]+)$': '<rootDir>/libs/$1/src',
    '^@kurz/click-stream/kafka-setting$': '<rootDir>/libs/click-stream/src/kafka-setting',
  },
  modulePathIgnorePatterns: ['<rootDir>/data/', '<rootDir>/data-stack/', '/dist/'],
});

module.exports = {
  // processes and stores take their time on a busy machine; a hang still ends
  testTimeout: 120_000,
  testSequencer: '<rootDir>/tests/slowest-first.cjs',
  projects: [
    of('unit', ['<rootDir>/libs/*/src/**/*.test.ts', '<rootDir>/services/*/src/**/*.test.ts'], [SLOW]),
    of('stores', ['<rootDir>/tests/stores/**/*.test.ts'], [SLOW]),
    of('deploy', ['<rootDir>/tests/deploy/**/*.test.ts'], [SLOW]),
    of('contract', ['<rootDir>/tests/contract/**/*.test.ts'], [SLOW]),
    of('flow', ['<rootDir>/tests/flow/**/*.test.ts'], [SLOW]),
    of('slow', [`<rootDir>/tests/**/@${SIDE_BY_SIDE}.slow.test.ts`]),
    of('timed', SLOW_FILES, [`/${SIDE_BY_SIDE}\\.slow\\.test\\.ts$`]),
    of('browser', ['<rootDir>/tests/browser/**/*.test.ts'], [SLOW]),
    of('smoke', ['<rootDir>/tests/outage/smoke.test.ts']),
    of('crash', ['<rootDir>/tests/outage/**/*.test.ts'], [`/tests/outage/(smoke|${ALONE})\\.test\\.ts$`]),
    of('outage', [`<rootDir>/tests/outage/@${ALONE}.test.ts`]),
  ],
};
