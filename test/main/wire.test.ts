import { expect, it } from 'vitest';
import { createDatabase } from '../setup/database.js';
import { withHand } from '../setup/hand.js';
import { newKeys } from '../setup/keys.js';

/** Timers that keep a process alive. */
const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;

it('nothing keeps a command alive after it has stopped', async () => {
  const database = await createDatabase();
  const env = { DATABASE_URL: database.url, ...newKeys() };
  const before = timers();
  for (let nth = 0; nth < 10; nth += 1) await withHand({ env }, (ports) => ports.reader.now());
  // Each of them would leave one; timers of the pool come and go.
  expect(timers() - before).toBeLessThan(5);
  await database.drop();
});
