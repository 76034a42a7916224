import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../fuzz/random.js';
import { buildCommandLine } from '../setup/cli.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import { everyTag } from './kill/client.js';
import { faultsOf } from './kill/fault.js';
import { run } from './kill/run.js';
import { Server } from './kill/server.js';

const kills = sized(100, 2_000);

let server: Server;
beforeAll(async () => {
  await buildCommandLine();
  server = await Server.start();
}, 120_000);
afterAll(() => server.stop());

test(
  `${kills} kills amid clients: nothing acknowledged is lost, nothing is sent twice, everything ends`,
  { timeout: sized(900_000, 7_200_000) },
  async () => {
    const seed = seedOf('kill');
    const progress = progressOf('kill');
    const faults = faultsOf(new Random(seed), kills);
    const { verdicts, figures } = await run({
      server,
      program: 'serve',
      seed,
      faults,
      struck: 2,
      clients: 8,
      tags: everyTag,
      twins: 0.15,
      endsWithinMs: 60_000,
      onStrike: (struck) => progress(`${struck} of ${faults.length} faults`),
    });
    console.log(`kill:\n  ${figures}`);
    expect(verdicts.filter(({ broken }) => broken.length > 0)).toEqual([]);
  },
);
