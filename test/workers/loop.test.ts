import { beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../src/domain/refusal.js';
import { eachOrAll } from '../../src/workers/loop.js';
import { keptLog } from '../setup/bank.js';

const items = Array.from({ length: 6 }, (_, nth) => ({ id: `op_${nth}` }));
const busy = new Refusal('temporarily_unavailable', 'The service is momentarily unavailable.');

let log: ReturnType<typeof keptLog>;
/** The operations of each call, in that order. */
let calls: string[][];

beforeEach(() => {
  log = keptLog();
  calls = [];
});

/** Works on a group unless it holds one of these. */
const workExcept =
  (faults: Readonly<Record<string, unknown>>) => async (group: readonly { id: string }[]) => {
    calls.push(group.map(({ id }) => id));
    for (const { id } of group) if (id in faults) throw faults[id];
  };

const all = items.map(({ id }) => id);
const alone = all.map((id) => [id]);
const told = () => log.lines.map(({ level, operation_id: id }) => [level, id]);

test('of a group that the store is away for, no more than two are tried by themselves', async () => {
  const faults = Object.fromEntries(all.map((id) => [id, busy]));
  expect(await eachOrAll(items, workExcept(faults), log)).toBe(0);
  expect(calls).toEqual([all, ['op_0'], ['op_1']]);
  expect(told()).toEqual([
    ['warn', undefined],
    ['warn', 'op_0'],
    ['warn', 'op_1'],
  ]);
});

test('one that is locked holds up no other of its group', async () => {
  expect(await eachOrAll(items, workExcept({ op_0: busy, op_3: busy }), log)).toBe(4);
  expect(calls).toEqual([all, ...alone]);
});

test('what cannot be worked on holds up no other, however many there are', async () => {
  const fault = new Error('poisoned');
  expect(await eachOrAll(items, workExcept({ op_0: fault, op_1: busy, op_2: fault, op_3: fault }), log)).toBe(
    2,
  );
  expect(calls).toEqual([all, ...alone]);
  expect(told()).toEqual([
    ['warn', undefined],
    ['error', 'op_0'],
    ['warn', 'op_1'],
    ['error', 'op_2'],
    ['error', 'op_3'],
  ]);
});
