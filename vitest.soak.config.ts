import './src/main/node-version.js';
import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { each, resolve, run } from './vitest.config.js';

/** Run at full length: races a thousand times each, streams for as long as somebody looks, every act and file. */
const longer = [
  'api/graphql/tenancy',
  'console/act',
  'console/console',
  'console/live',
  'journeys/archive-kill',
  'journeys/chained',
  'journeys/ledger-seal-kill',
  'journeys/payout-batch-kill',
  'journeys/refund',
  'journeys/settlement-kill',
  'journeys/withdrawal-decision',
  'journeys/withdrawal-kill',
  'main/pooler',
  'pages/ends-look',
  'pages/look',
  'pages/reference',
  'sdk/modes',
  'stranger',
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
