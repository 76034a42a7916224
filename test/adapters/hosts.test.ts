import { expect, it, onTestFinished } from 'vitest';
import { addressesOf, hostsOf, nameOf, WritingClient } from '../../src/adapters/postgres/hosts.js';
import { createDatabase } from '../setup/database.js';

it.each([
  ['postgres://psp:pw@db:5432/psp', ['postgres://psp:pw@db:5432/psp']],
  ['postgres://psp:a%2Cb@%2Ftmp%2Fx:5432/psp', ['postgres://psp:a%2Cb@%2Ftmp%2Fx:5432/psp']],
  ['postgres://db/psp?target_session_attrs=primary', ['postgres://db/psp']],
  [
    'postgresql://psp:pw@a:5433,[::1]:5434,c/psp?sslmode=require&target_session_attrs=read-write',
    ['a:5433', '[::1]:5434', 'c'].map((host) => `postgresql://psp:pw@${host}/psp?sslmode=require`),
  ],
])('the hosts of %s', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses);
});

it.each([
  ['postgres://a:x,b/psp', 'Invalid URL'],
  ['postgres://a,,b/psp', 'a host has no name'],
  ['postgres://a/psp?target_session_attrs=standby', 'it needs a host that accepts writes'],
  ['', 'Invalid URL'],
])('refuses %s', (url, why) => {
  expect(() => addressesOf(url)).toThrow(why);
});

it('keeps its connection if all its hosts accept writes', async () => {
  const database = await createDatabase('template1');
  onTestFinished(() => database.drop());
  const url = database.url.replace(/@([^:/]+):(\d+)/, '@$1:$2,localhost:$2');
  const hosts = hostsOf(url);
  const { present } = hosts;
  for (let nth = 0; nth < 20; nth += 1) {
    await hosts.seek();
    expect(hosts.present).toBe(present);
  }
});

it('never shows a password', () => {
  expect(nameOf('postgres://psp:pw@a:5433,b/psp?sslmode=require')).toBe('The database psp at a:5433,b');
});

it('the first write refused as read-only ends all connections, and a read does not', async () => {
  const database = await createDatabase('template1');
  onTestFinished(() => database.drop());
  const settings = { connectionString: database.url, options: '-c default_transaction_read_only=on' };
  const [first, other] = [new WritingClient(settings), new WritingClient(settings)];
  const ended = [first, other].map(async (client) => {
    client.on('error', () => undefined);
    const end = new Promise((resolve) => client.once('end', resolve));
    await client.connect();
    return end;
  });
  await expect.poll(async () => (await first.query('select 1')).rowCount).toBe(1);
  await expect(first.query('select 1 / 0')).rejects.toThrow('division by zero');
  expect((await other.query('select 1')).rowCount).toBe(1);
  await expect(first.query('create table a ()')).rejects.toThrow('read-only transaction');
  await Promise.all(ended);
});

it('after a failed connection the hosts are probed, and the next connection goes to the writable one', async () => {
  const database = await createDatabase('template1');
  onTestFinished(() => database.drop());
  const connectionString = database.url.replace(/@([^/]+)/, '@127.0.0.1:1,$1');
  const first = new WritingClient({ connectionString });
  await expect(first.connect()).rejects.toThrow('ECONNREFUSED');
  const hosts = hostsOf(connectionString);
  await expect.poll(() => hosts.present).not.toContain('127.0.0.1:1/');
  const second = new WritingClient({ connectionString });
  await new Promise<void>((resolve, reject) => {
    second.connect((error) => (error ? reject(error) : resolve()));
  });
  expect((await second.query('select 1')).rowCount).toBe(1);
  await second.end();
});
