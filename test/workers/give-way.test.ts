import { expect, test } from 'vitest';
import { GiveWay } from '../../src/workers/give-way.js';

function at() {
  let now = 1_000;
  const creation = new GiveWay(() => now);
  const pass = (ms: number): void => void (now += ms);
  /** A crowd that goes on, as it does while many create. */
  const crowdFor = (ms: number): void => {
    for (let left = ms; left > 0; left -= 50) {
      creation.came(40);
      pass(Math.min(50, left));
    }
  };
  return { creation, pass, crowdFor };
}

test('a few that are created do not hold up sending', () => {
  const { creation } = at();
  creation.came(7);
  expect(creation.mayGo).toBe(true);
});

test('a crowd goes first, and sending goes on a tenth of a second after its last', () => {
  const { creation, pass } = at();
  creation.came(8);
  pass(99);
  expect(creation.mayGo).toBe(false);
  pass(1);
  expect(creation.mayGo).toBe(true);
});

test('a crowd without an end holds up what is due for five seconds', () => {
  const { creation, crowdFor } = at();
  crowdFor(4_950);
  expect(creation.mayGo).toBe(false);
  crowdFor(50);
  expect(creation.mayGo).toBe(true);
});

test('beside a crowd few are sent at a time, and all there is room for once it has ended', () => {
  const { creation, pass, crowdFor } = at();
  crowdFor(5_000);
  expect(creation.share(100)).toBe(25);
  expect(creation.share(7)).toBe(7);
  pass(100);
  expect(creation.share(100)).toBe(100);
});

test('what is left is as late as it is, and what comes after nothing was left begins anew', () => {
  const { creation, pass, crowdFor } = at();
  crowdFor(5_000);
  creation.left(4_960);
  expect(creation.mayGo).toBe(false);
  pass(40);
  expect(creation.mayGo).toBe(true);
  creation.left(undefined);
  crowdFor(50);
  expect(creation.mayGo).toBe(false);
});

test('whoever waits hears that the crowd is over, or that all is stopped', async () => {
  const { creation, pass } = at();
  creation.came(8);
  const over = creation.over();
  pass(100);
  await expect(over).resolves.toBeUndefined();
  creation.came(8);
  const stopped = creation.over();
  creation.stop();
  await expect(stopped).resolves.toBeUndefined();
});
