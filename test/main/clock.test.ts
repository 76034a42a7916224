import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { machineClock } from '../../src/main/clock.js';

const longMs = 600_000;

test('a sleep ends after its time and leaves nothing with the signal that did not cut it short', async () => {
  const { signal } = new AbortController();
  const asleep = machineClock.sleep(1, signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await asleep;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a sleep ends with its signal, whether that comes later or came before', async () => {
  const ending = new AbortController();
  const asleep = [machineClock.sleep(longMs, ending.signal), machineClock.sleep(longMs, ending.signal)];
  ending.abort('over');
  await Promise.all([...asleep, machineClock.sleep(longMs, ending.signal)]);
  expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
});
