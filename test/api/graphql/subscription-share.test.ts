import { afterAll, beforeAll, expect, it } from 'vitest';
import { happen, openConsole, type Console } from '../../setup/console.js';
import { openAccount } from '../../setup/fixture.js';
import { logOf } from '../../setup/log.js';
import { queryRows } from '../../setup/rows.js';
import { enter, type Socket, type Subscription } from '../../setup/socket.js';
import { allAtOnce } from '../../setup/verbs.js';

let console: Console;
let accountId: string;
const patience = { timeout: 60_000, interval: 5 };

beforeAll(async () => {
  console = await openConsole();
  accountId = await openAccount(console.fixture.store);
  await happen(console, accountId);
});
afterAll(() => console.close());

const query = `subscription ($accountId: ID!, $after: String, $name: Boolean = true) {
  events(accountId: $accountId, after: $after) { id account { name @include(if: $name) id } } }`;
const idsOf = ({ received }: Subscription): unknown[] =>
  received.map(({ data }) => (data?.['events'] as object | undefined) ?? null);

async function watchers(count: number, token: string): Promise<{ socket: Socket; reading: Subscription }[]> {
  const log = await logOf(console.fixture.url, accountId);
  return allAtOnce(count, async (nth) => {
    const socket = await enter(console.url, token);
    // Each begins at a place of its own.
    const after = nth % 2 === 0 ? log.at(-1)?.id : undefined;
    return { socket, reading: socket.subscribe(query, { accountId, after }) };
  });
}

const settled = (): Promise<unknown> => new Promise((resolve) => void setTimeout(resolve, 100));

it('equal documents of callers with equal rights are executed once an event, even with different starting positions', async () => {
  const [viewers, members] = [await watchers(20, 'viewer'), await watchers(5, accountId)];
  const [other] = await allAtOnce(1, async () => {
    const socket = await enter(console.url, 'viewer');
    return { socket, reading: socket.subscribe(query, { accountId, name: false }) };
  });
  await settled();
  if (!other) throw new Error('nobody asks for something else');
  const all = [...viewers, ...members];
  const readings = [...all, other].map(({ reading }) => reading);
  const sent = await console.statements(async () => {
    await happen(console, accountId);
    await expect
      .poll(() => readings.map(({ received }) => received.length), patience)
      .toEqual(readings.map(() => 1));
  });
  // The log is read once for all of them: what came over the road only says that there is something.
  expect(sent.filter((text) => /\bfrom event\b/.test(text))).toHaveLength(1);
  // Of the viewers, of the members, and of the one who asks for something else, where none joined the read of another.
  const looks = sent.filter((text) => /lateral \(select \* from "account"/.test(text)).length;
  expect(looks).toBeGreaterThanOrEqual(1);
  expect(looks).toBeLessThanOrEqual(3);
  const [first, ...rest] = all.map(({ reading }) => idsOf(reading));
  for (const each of rest) expect(each).toEqual(first);
  expect(first).toMatchObject([{ account: { name: 'Acme', id: accountId } }]);
  expect(idsOf(other.reading)).toEqual([{ id: expect.any(String) as string, account: { id: accountId } }]);
  await allAtOnce(all.length, async (nth) => all[nth]?.socket.close());
});

it('a failing execution closes its subscribers, and works again when they reconnect', async () => {
  const [watching] = await watchers(1, 'admin');
  if (!watching) throw new Error('nobody watches');
  await settled();
  await queryRows(console.fixture.url, 'alter table account rename column name to title');
  await happen(console, accountId);
  expect(await watching.socket.closed).toMatchObject({ code: 4503 });
  expect(watching.reading.received).toEqual([]);
  expect(console.faults.length).toBeGreaterThan(0);
  await queryRows(console.fixture.url, 'alter table account rename column title to name');
  const log = await logOf(console.fixture.url, accountId);
  const socket = await enter(console.url, 'admin');
  const again = socket.subscribe(query, { accountId, after: log.at(-2)?.id });
  await expect.poll(() => again.received.length, patience).toBe(1);
  expect(idsOf(again)).toMatchObject([{ id: log.at(-1)?.id }]);
  await socket.close();
});

it('a subscriber who joins before a balance was published gets the latest one, and so do the others', async () => {
  const stands = (currency: string, available: number) =>
    queryRows(
      console.fixture.url,
      `insert into balance (account_id, currency, available, as_of) values ($1, $2, $3, now())
        on conflict (account_id, currency) do update set available = excluded.available`,
      [accountId, currency, available],
    );
  const watch = async () => {
    const socket = await enter(console.url, 'viewer');
    const reading = socket.subscribe(
      'subscription ($accountId: ID!) { balanceChanged(accountId: $accountId) { available } }',
      { accountId },
    );
    const changes = () => reading.received.map(({ data }) => data?.['balanceChanged']);
    return { socket, changes };
  };
  await stands('MXN', 10);
  const first = await watch();
  await expect.poll(first.changes, patience).toEqual([{ available: '10.00' }]);
  await stands('MXN', 20);
  const second = await watch();
  await expect.poll(second.changes, patience).toEqual([{ available: '20.00' }]);
  await stands('MXN', 10);
  await happen(console, accountId);
  await expect.poll(() => second.changes().at(-1), patience).toEqual({ available: '10.00' });
  expect(first.changes().at(-1)).toEqual({ available: '10.00' });
  // The same of a currency that nobody held before.
  await stands('PEN', 7);
  const third = await watch();
  await expect.poll(third.changes, patience).toContainEqual({ available: '7.00' });
  await happen(console, accountId);
  await expect.poll(() => first.changes().at(-1), patience).toEqual({ available: '7.00' });
  await Promise.all([first, second, third].map(({ socket }) => socket.close()));
});
