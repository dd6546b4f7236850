// Unit tests are beside their source; tests/ holds tests that need more than one package. Unit tests compile the
// sources. All other tests build what has changed and use the built product, which each worker loads once.
const SLOW = '\\.slow\\.test\\.ts$';
const SLOW_FILES = [
  '<rootDir>/{libs,services}/*/src/**/*.slow.test.ts',
  '<rootDir>/tests/{stores,deploy,contract,flow,browser}/**/*.slow.test.ts',
];
const OUTAGE_FILES = ['<rootDir>/tests/outage/**/*.test.ts'];

// Slow tests and outage tests that run alone, because they load the whole machine, measure a start, or compare times
// with those of a quiet machine.
const ALONE = [
  'libs/.*\\.slow',
  'services/.*\\.slow',
  'tests/browser/(many-links|newcomer)\\.slow',
  'tests/flow/(console-import-is-quick|second-start)\\.slow',
  'tests/outage/(hostile-clients|redis-cluster|redis-outages)',
];

// Tests with time limits that leave room for two other files beside them. A test in neither list compares no times.
const TIMED = [
  'tests/browser/live-stats\\.slow',
  'tests/contract/answers-in-time\\.slow',
  'tests/contract/console-zones.check\\.slow',
  'tests/flow/csv-import-is-quick\\.slow',
  'tests/stores/domain-check/broken-set-ups\\.slow',
  'tests/outage/(api-cut-off-from-redis|api-outages|clickhouse-outages|deletion-is-seen|greedy-tenant|kafka-outages)',
  'tests/outage/(postgres-fails-over|postgres-outages|redis-fails-over|slugs-are-guessed)',
  'tests/stores/api-access/postgres-away\\.slow',
  'tests/stores/api-campaigns/report-while-clickhouse-is-away\\.slow',
  'tests/stores/api-stats/stats-while-clickhouse-is-away\\.slow',
  'tests/stores/database/(connection-left-in-the-middle|silent-server)\\.slow',
  'tests/stores/ingester-kafka/group-changes\\.slow',
  'tests/stores/ingester/outage\\.slow',
  'tests/stores/link-cache/redis-subscription\\.slow',
  'tests/stores/live-clicks/redis-held-up\\.slow',
  'tests/stores/redirector-fast-path/fast-path\\.slow',
  'tests/stores/redirector-redis/(change-is-seen|stores-away)\\.slow',
  'tests/stores/redirector/postgres-away\\.slow',
  'tests/stores/redis/outage\\.slow',
];

const SMOKE = '<rootDir>/tests/outage/smoke\\.test\\.ts$';

/** Path patterns that match these files; `notOf` matches all other files. */
const only = (files) => `<rootDir>/(${files.join('|')})\\.test\\.ts$`;
const notOf = (files) => `<rootDir>/(?!(${files.join('|')})\\.test\\.ts$)`;

const SWC = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs', ignoreDynamic: true },
  },
];

const FROM_SOURCES = {
  testEnvironment: '<rootDir>/tests/file-environment.cjs',
  transform: { '^.+\\.ts$': SWC },
};
const AS_BUILT = {
  globalSetup: '<rootDir>/tests/build-product.cjs',
  testEnvironment: '<rootDir>/tests/built-product-environment.cjs',
  // the validators of the OpenAPI documents are compiled once per worker, as the product is loaded
  transform: { '\\.ts$|/document-faults\\.cjs$': ['<rootDir>/tests/built-product.cjs', SWC] },
};

/** @type {import('jest').Config} */
const of = (name, testMatch, ignored = [], product = AS_BUILT) => ({
  displayName: name,
  // one cache id for all projects, so that a file is compiled only once
  id: __dirname,
  rootDir: __dirname,
  testMatch,
  testPathIgnorePatterns: ['/node_modules/', ...ignored],
  ...product,
  moduleNameMapper: {
    '^@kurz/(admin|api|ingester|redirector|stack|standalone)$': '<rootDir>/services/$1/src',
    '^@kurz/api/make-api$': '<rootDir>/services/api/src/make-api',
    '^@kurz/standalone/without-engine$': '<rootDir>/services/standalone/src/without-engine',
    '^@kurz/backends$': '<rootDir>/tests/backends/src',
    '^@kurz/([a-z-]+)$': '<rootDir>/libs/$1/src',
    '^@kurz/click-stream/kafka-setting$': '<rootDir>/libs/click-stream/src/kafka-setting',
    '^@kurz/database/postgres-setting$': '<rootDir>/libs/database/src/postgres-setting',
    '^@kurz/redis/redis-setting$': '<rootDir>/libs/redis/src/redis-setting',
    '^@kurz/visitor-facts/names$': '<rootDir>/libs/visitor-facts/src/names',
  },
  modulePathIgnorePatterns: ['<rootDir>/data/', '<rootDir>/data-stack/', '/dist/'],
});

module.exports = {
  // only against a hang: how long processes and stores take on a busy machine is unknown
  testTimeout: 1_200_000,
  testSequencer: '<rootDir>/tests/slowest-first.cjs',
  projects: [
    of(
      'unit',
      ['<rootDir>/libs/*/src/**/*.test.ts', '<rootDir>/services/*/src/**/*.test.ts'],
      [SLOW],
      FROM_SOURCES,
    ),
    of('stores', ['<rootDir>/tests/stores/**/*.test.ts'], [SLOW]),
    of('deploy', ['<rootDir>/tests/deploy/**/*.test.ts'], [SLOW], FROM_SOURCES),
    of('contract', ['<rootDir>/tests/contract/**/*.test.ts'], [SLOW]),
    of('flow', ['<rootDir>/tests/flow/**/*.test.ts'], [SLOW]),
    of('browser', ['<rootDir>/tests/browser/**/*.test.ts'], [SLOW]),
    of('certificates', ['<rootDir>/tests/certificates/**/*.test.ts']),
    of('smoke', ['<rootDir>/tests/outage/smoke.test.ts']),
    of('slow', SLOW_FILES, [only(ALONE), only(TIMED)]),
    of('crash', OUTAGE_FILES, [SMOKE, only(ALONE), only(TIMED)]),
    of('timed', [...SLOW_FILES, ...OUTAGE_FILES], [notOf(TIMED)]),
    of('alone', [...SLOW_FILES, ...OUTAGE_FILES], [notOf(ALONE)]),
  ],
};
