import './src/main/node-version.js';
import { defineConfig } from 'vitest/config';
import check from './vitest.config.js';

/** What breaks the service on purpose, at full length: one scenario after the other, each with the machine to itself. */
export default defineConfig({
  ...check,
  test: {
    ...check.test,
    include: ['test/{soak,fuzz,model}/**/*.{test,soak}.ts'],
    maxWorkers: 1,
    fileParallelism: false,
  },
});
