const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'es6' },
    },
  ],
};

const common = {
  transform,
  runtime: '<rootDir>/test/support/shared-runtime.cjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/test/browser/'],
  modulePathIgnorePatterns: ['/dist/', '/\\.kindra/'],
};

/**
 * Modules are loaded once per worker process, see `shared-runtime.cjs`.
 * `unit` needs nothing; `system` has a PostgreSQL (test/support/database.ts); `web` runs in a page of jsdom.
 */
export default {
  testTimeout: 120_000,
  // On a busy machine, a process with much memory needs longer than the 500 ms that Jest waits by default.
  workerGracefulExitTimeout: 10_000,
  projects: [
    {
      ...common,
      testEnvironment: '<rootDir>/test/support/shared-environment.mjs',
      displayName: 'unit',
      testMatch: ['<rootDir>/{common,domain,application}/**/*.test.ts', '<rootDir>/test/walkthrough.test.ts'],
    },
    {
      ...common,
      testEnvironment: '<rootDir>/test/support/shared-environment.mjs',
      displayName: 'system',
      testPathIgnorePatterns: [...common.testPathIgnorePatterns, '/test/walkthrough.test.ts'],
      testMatch: [
        '<rootDir>/{projections,api,workers,adapters,scripts}/**/*.test.ts',
        '<rootDir>/test/**/*.test.ts',
      ],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
    {
      ...common,
      displayName: 'web',
      testMatch: ['<rootDir>/web/src/**/*.test.{ts,tsx}'],
      testEnvironment: '<rootDir>/test/support/shared-browser-environment.mjs',
      setupFilesAfterEnv: ['<rootDir>/web/src/testing/setup.ts'],
      moduleNameMapper: { '\\.(css|svg|png|webp|jpg)$': '<rootDir>/test/support/asset.mjs' },
    },
  ],
};
