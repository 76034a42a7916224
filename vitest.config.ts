import './src/main/node-version.js';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/setup/longest.js';

/** Vite would take graphql's ESM build where type-graphql takes the other one, and two copies do not know each other. */
export const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

/** What holds for every file. */
export const each = {
  pool: 'forks',
  // Of two, a processor had nothing to do for a quarter of the time: tests wait for windows and turns.
  maxWorkers: availableParallelism() + 1,
  maxConcurrency: 3,
  testTimeout: 30_000,
  hookTimeout: 45_000,
  teardownTimeout: 20_000,
  // A second, as it is by itself, is less than a browser takes on a machine with much to do.
  expect: { poll: { timeout: 10_000 } },
  restoreMocks: true,
  unstubEnvs: true,
} as const;

/** Those with a process of their own: they start others, weigh it, replace something of it, or count its seconds. */
const alone = [
  'test/*.test.ts',
  'test/!(adapters|domain|usecases)/**/*.test.ts',
  'test/adapters/{connector-link,sender}.test.ts',
  'test/usecases/gather.test.ts',
];

export const run = {
  globalSetup: ['test/setup/postgres.ts'],
  reporters: ['default', './test/setup/reporter.ts'],
  allowOnly: false,
};

/** Of those who share, each takes over the process of one before, and what that had loaded. */
export default defineConfig({
  resolve,
  test: {
    ...run,
    sequence: { sequencer: LongestFirst },
    maxWorkers: each.maxWorkers,
    projects: [
      {
        resolve,
        test: { ...each, name: 'shared', isolate: false, include: ['test/**/*.test.ts'], exclude: alone },
      },
      { resolve, test: { ...each, name: 'alone', include: alone } },
    ],
  },
});
