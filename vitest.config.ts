import './src/main/node-version.js';
import { defineConfig } from 'vitest/config';

export default defineConfig({
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
