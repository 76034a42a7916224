import { afterAll, beforeAll } from 'vitest';
import { openSimulator } from '../../src/adapters/providers/simulator.js';
import type { TestDatabase } from '../setup/database.js';
import { createDatabase } from '../setup/database.js';
import { providerSuite } from './provider-suite.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase('template1');
});
afterAll(() => database.drop());

providerSuite('the sandbox simulator', async () => {
  const simulator = await openSimulator({ url: database.url, report: () => undefined });
  return {
    provider: simulator,
    bank: simulator,
    calls: () => simulator.calls(),
    close: () => simulator.stop(),
  };
});
