import './src/main/node-version.js';
import { defineConfig } from 'vitest/config';

/** Vite would take graphql's ESM build where type-graphql takes the other one, and two copies do not know each other. */
const oneGraphql = [{ find: /^graphql$/, replacement: 'graphql/index.js' }];

export default defineConfig({
  resolve: { alias: oneGraphql },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/postgres.ts'],
    reporters: ['default', './test/setup/reporter.ts'],
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    teardownTimeout: 20_000,
    allowOnly: false,
  },
});
