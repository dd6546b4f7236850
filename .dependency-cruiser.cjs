// The allowed directions of imports, as CONTRIBUTING.md has them: service → lib → npm, and no cycle of files, types
// included. Cycles of folders: .dependency-cruiser.folders.cjs. Imports by package name (`@kurz/x`) are not resolved
// through the packages' exports, so that the rules give the same result with and without a build.

const SERVICES = 'admin|api|console|ingester|redirector|stack|standalone';
/** The lowest layer of libs. */
const LOWEST_LIBS = 'resilience|process|click-event|redis';

const packageIn = (kind, names) => `^(${kind}/|@kurz/)(${names})(/|$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-file-cycles',
      comment: 'a cycle of files, types included, is a cycle of thoughts',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'rooms-below-the-root',
      comment:
        "a package's root wires its folders together; a cycle of a folder and its root shows here alone",
      severity: 'error',
      from: { path: '^((?:libs|services)/[^/]+/src)/[^/]+/', pathNot: '\\.test\\.ts$|fixture' },
      to: { path: '^$1/[^/]+$' },
    },
    {
      name: 'no-file-of-another-package',
      comment: 'another package is imported by its name; bin/prepare.mjs runs before there are packages',
      severity: 'error',
      from: { path: '^((?:libs|services)/[^/]+)/' },
      to: {
        path: '^(libs|services)/',
        pathNot: ['^$1/', '^services/standalone/bin/prepare\\.mjs$'],
      },
    },
    {
      name: 'packages-by-their-entry',
      comment: 'what a package offers stands in its exports; the deeper entries are named here',
      severity: 'error',
      from: {},
      to: {
        path: '^@kurz/[^/]+/',
        pathNot:
          '^@kurz/(api/make-api|click-stream/kafka-setting|database/postgres-setting|redis/redis-setting|standalone/without-engine|visitor-facts/names)$',
      },
    },
    {
      name: 'no-service-imports-a-service',
      comment: 'standalone and stack compose the services; admin runs their use cases by hand',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: '^services/(admin|standalone|stack)/' },
      to: { path: packageIn('services', SERVICES), pathNot: packageIn('services', '$1') },
    },
    {
      name: 'admin-below-its-composers',
      comment: 'the admin command runs in the image, which has no embedded engines',
      severity: 'error',
      from: { path: '^services/admin/' },
      to: { path: packageIn('services', 'ingester|stack|standalone') },
    },
    {
      name: 'admin-loads-no-api-server',
      comment: 'an admin command starts a fifth faster without the routes and their HTTP server',
      severity: 'error',
      from: { path: '^services/api/src/index\\.ts$' },
      to: { path: '^services/api/src/server/api\\.ts$', reachable: true },
    },
    {
      name: 'standalone-below-the-stack',
      severity: 'error',
      from: { path: '^services/standalone/' },
      to: { path: packageIn('services', 'stack') },
    },
    {
      name: 'libs-import-the-lowest-libs-only',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: {
        path: '^(libs/|services/|@kurz/)',
        pathNot: ['^libs/$1/', packageIn('libs', LOWEST_LIBS)],
      },
    },
    {
      name: 'lowest-libs-import-process-and-resilience-only',
      severity: 'error',
      from: { path: `^libs/(${LOWEST_LIBS})/` },
      to: { path: '^(libs/|@kurz/)', pathNot: ['^libs/$1/', packageIn('libs', 'process|resilience')] },
    },
    {
      name: 'process-imports-resilience-only',
      severity: 'error',
      from: { path: '^libs/process/' },
      to: { path: '^(libs/|@kurz/)', pathNot: ['^libs/process/', packageIn('libs', 'resilience')] },
    },
    {
      name: 'resilience-imports-nothing',
      severity: 'error',
      from: { path: '^libs/resilience/' },
      to: { path: '^(libs/|@kurz/)', pathNot: '^libs/resilience/' },
    },
    {
      name: 'product-imports-no-tests',
      severity: 'error',
      from: { path: '^(libs|services)/' },
      to: {
        path: ['^(tests|bench)/', '^@kurz/(tests|backends|bench)(/|$)'],
        pathNot: '^tests/inputs/',
      },
    },
    {
      name: 'inputs-of-tests-for-tests-only',
      comment: 'unit tests stand beside the product, and try it with the same random inputs as the others',
      severity: 'error',
      from: { path: '^(libs|services|bench)/', pathNot: '\\.test\\.ts$|fixture' },
      to: { path: '^tests/inputs/' },
    },
    {
      name: 'nothing-imports-the-bench',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: ['^bench/', '^@kurz/bench(/|$)'] },
    },
  ],
  options: {
    // include type-only imports
    tsPreCompilationDeps: true,
    doNotFollow: { path: '(^|/)(node_modules|dist)/' },
  },
};
