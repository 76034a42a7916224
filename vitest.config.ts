import './src/main/node-version.js';
import { availableParallelism } from 'node:os';
import { argv } from 'node:process';
import { defineConfig } from 'vitest/config';
import { leftOutOf } from './test/setup/changed.js';
import LongestFirst from './test/setup/longest.js';

/** Vite would take graphql's ESM build where type-graphql takes the other one, and two copies do not know each other. */
export const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

/** Settings that hold for every file. */
export const each = {
  pool: 'forks',
  // Of two, a processor had nothing to do for a quarter of the time: tests wait for windows and turns. Four keep it busy to
  // the last, and the check takes as long (1,217 s, and 1,176 with three): each file takes so much longer.
  maxWorkers: availableParallelism() + 1,
  maxConcurrency: 3,
  // These end what hangs. On a machine that others use, too, whatever is done takes five times as long.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 20_000,
  // A machine that stands still for minutes breaks a test that is right. The end of the run lists those that had to be repeated.
  retry: 1,
  // A second, as it is by itself, is less than a browser takes on a machine with much to do.
  expect: { poll: { timeout: 60_000 } },
  restoreMocks: true,
  unstubEnvs: true,
} as const;

/** Those with a process of their own. */
const alone = [
  // They start, kill or weigh others, or tell much of their own process.
  'test/{stranger,tidy}.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/soak/{connection,kill,mutant,processes}.test.ts',
  'test/bench/{cpu,main}.test.ts',
  'test/journeys/keys.test.ts',
  'test/main/{cli,credentials,embedded,end,image,install,listen,log,log-terminal,pooler,running,serve,trace}.test.ts',
  // They put something else in the place of a module, of its clock or of the process's streams.
  'test/api/order.test.ts',
  'test/journeys/{operation-kind,webhook-drain}.test.ts',
  'test/main/{clock,completion,keys,stop}.test.ts',
  'test/usecases/gather.test.ts',
  'test/workers/operation.test.ts',
  // They count milliseconds, or what is in the heap.
  'test/adapters/{connector-link,sender}.test.ts',
  'test/api/{deadline,door}.test.ts',
  'test/api/graphql/{bound,member,subscription,subscription-bound,subscription-id,watcher}.test.ts',
  'test/ports/messaging.test.ts',
  'test/workers/{loop,webhook}.test.ts',
];

export const run = {
  globalSetup: ['test/setup/postgres.ts'],
  reporters: ['default', './test/setup/reporter.ts'],
  allowOnly: false,
};

const unchanged = leftOutOf(argv);

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
        test: {
          ...each,
          name: 'shared',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...alone, ...unchanged],
        },
      },
      { resolve, test: { ...each, name: 'alone', include: alone, exclude: [...unchanged] } },
    ],
  },
});
