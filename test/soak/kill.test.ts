import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../fuzz/random.js';
import { buildCommandLine } from '../setup/cli.js';
import { progressOf, seedOf, sized } from '../setup/size.js';
import { everyTag } from './kill/client.js';
import { behind, faultsOf, killAtReceipt, takeOver } from './kill/fault.js';
import { run } from './kill/run.js';
import { Server } from './kill/server.js';

const measure = sized(
  { kills: 6, databases: 1, pauses: 2, clocks: 1 },
  { kills: 2_000, databases: 80, pauses: 200, clocks: 100 },
);

let server: Server;
beforeAll(async () => {
  await buildCommandLine();
  server = await Server.start();
});
afterAll(() => server.stop());

test(
  `${measure.kills} kills under load: nothing acknowledged is lost, nothing is sent twice, everything ends`,
  { timeout: sized(1_800_000, 7_200_000) },
  async () => {
    const seed = seedOf('kill');
    const progress = progressOf('kill');
    // The faults by which the deliberate mistakes are found are among those that the build as it is outlives.
    const faults = [killAtReceipt, takeOver, behind, ...faultsOf(new Random(seed), measure)];
    const { verdicts, figures } = await run({
      server,
      program: 'main/serve',
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
