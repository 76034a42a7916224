import { expect, it, onTestFinished } from 'vitest';
import { addressesOf, hostsOf, nameOf } from '../../src/adapters/postgres/hosts.js';
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
  ['postgres://a/psp?target_session_attrs=standby', 'it takes a host that takes writes'],
  ['', 'Invalid URL'],
])('refuses %s', (url, why) => {
  expect(() => addressesOf(url)).toThrow(why);
});

it('stays where it is, where each of its hosts takes writes', async () => {
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

it('names no password', () => {
  expect(nameOf('postgres://psp:pw@a:5433,b/psp?sslmode=require')).toBe('The database psp at a:5433,b');
});
