// Unit tests stand beside their source; tests/ holds what needs more than one package.
// Packages are mapped to their sources, so that no test runs against a stale build.
/** @type {import('jest').Config} */
const of = (name, testMatch) => ({
  displayName: name,
  rootDir: __dirname,
  testMatch,
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
  testTimeout: 30_000,
  projects: [
    of('unit', ['<rootDir>/libs/*/src/**/*.test.ts', '<rootDir>/services/*/src/**/*.test.ts']),
    of('stores', ['<rootDir>/tests/stores/**/*.test.ts']),
    of('deploy', ['<rootDir>/tests/deploy/**/*.test.ts']),
    of('contract', ['<rootDir>/tests/contract/**/*.test.ts']),
    of('flow', ['<rootDir>/tests/flow/**/*.test.ts']),
    of('outage', ['<rootDir>/tests/outage/**/*.test.ts']),
  ],
};
