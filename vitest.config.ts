import './src/main/node-version.js';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/setup/longest.js';

/** Vite would take graphql's ESM build where type-graphql takes the other one, and two copies do not know each other. */
const oneGraphql = [{ find: /^graphql$/, replacement: 'graphql/index.js' }];

export default defineConfig({
  resolve: { alias: oneGraphql },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/postgres.ts'],
    reporters: ['default', './test/setup/reporter.ts'],
    pool: 'forks',
    // Of two, a processor had nothing to do for a quarter of the time: tests wait for windows and turns.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    maxConcurrency: 3,
    testTimeout: 30_000,
    hookTimeout: 45_000,
    teardownTimeout: 20_000,
    allowOnly: false,
  },
});
