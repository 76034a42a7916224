import './src/main/node-version.js';
import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { each, resolve, run } from './vitest.config.js';

/** Their races are run a thousand times each, their streams for as long as somebody looks at them. */
const longer = [
  'console/live',
  'journeys/chained',
  'journeys/refund',
  'journeys/withdrawal-decision',
  'pages/look',
  'usecases/remittance',
].map((name) => `test/${name}.test.ts`);

/** `npm run release:dump` writes what no run of tests may write over. */
const isDump = env['RELEASE'] === 'dump';

/** All that breaks the service on purpose, at full length: one scenario after the other, each with the machine to itself. */
export default defineConfig({
  resolve,
  test: {
    ...each,
    ...run,
    include: isDump
      ? ['test/release/make.soak.ts']
      : ['test/{soak,fuzz,model}/**/*.{test,soak}.ts', ...longer],
    maxWorkers: 1,
    fileParallelism: false,
  },
});
