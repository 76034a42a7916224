import type { Server } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { openSimulator } from '../../src/adapters/providers/simulator.js';
import { aConnector, aReferenceConnector, noticesOf } from '../setup/connector.js';
import type { TestDatabase } from '../setup/database.js';
import { createDatabase } from '../setup/database.js';
import { providerSuite } from './provider-suite.js';

let database: TestDatabase;
let connectors: TestDatabase;
beforeAll(async () => {
  [database, connectors] = await Promise.all([createDatabase('template1'), createDatabase('template1')]);
});
afterAll(() => Promise.all([database.drop(), connectors.drop()]));

providerSuite('the sandbox simulator', async () => {
  const simulator = await openSimulator({ url: database.url, report: () => undefined });
  return {
    provider: simulator,
    bank: simulator,
    recorded: 'every order',
    otherBody: 'first answer',
    calls: () => simulator.calls(),
    close: () => simulator.stop(),
  };
});

providerSuite('the reference connector', async () => {
  const reference = await aReferenceConnector(connectors.url);
  const provider = aConnector(reference.url);
  await provider.remote?.refresh();
  let taker: Server | undefined;
  return {
    provider: {
      ...provider,
      async start(take) {
        const { url, server } = await noticesOf(provider, take);
        taker = server;
        reference.pushTo(url);
      },
    },
    bank: reference.bank,
    recorded: 'what was paid',
    otherBody: 'uncertain',
    // Nothing listens on this port.
    unsent: (submission) => aConnector('http://127.0.0.1:1').submit(submission),
    calls: () => reference.calls(),
    async close() {
      await reference.close();
      await provider.stop();
      taker?.close();
    },
  };
});
