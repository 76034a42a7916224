import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { AccountTurns } from '../../src/adapters/postgres/account-turns.js';

const [first, second] = [{ accountId: 'acct_1' }, { accountId: 'acct_2' }];
let turns: AccountTurns;
beforeEach(() => {
  turns = new AccountTurns();
});

it('an account is waited for while it is decided on, another is not', async () => {
  await turns.begin([first, first], () => undefined);
  const done: string[] = [];
  const begin = async (...ofThese: (typeof first)[]): Promise<void> => {
    const of = await turns.begin(ofThese, () => ofThese.map(({ accountId }) => accountId).join(' '));
    done.push(of);
  };
  const waiting = [begin(first, second), begin(second)];
  await turn();
  expect(done).toEqual(['acct_2']);
  turns.end([first]);
  await turn();
  expect(done).toEqual(['acct_2']);
  turns.end([second]);
  await Promise.all(waiting);
  expect(done).toEqual(['acct_2', 'acct_1 acct_2']);
});

it('of those that wait for one account each goes on from what the one before it made', async () => {
  let made = 0;
  const seen: number[] = [];
  await turns.begin([first], () => undefined);
  const decide = async (): Promise<void> => {
    seen.push(await turns.begin([first], () => made));
    await turn();
    made += 1;
    turns.end([first]);
  };
  const deciding = Promise.all([decide(), decide(), decide()]);
  turns.end([first]);
  await deciding;
  expect(seen).toEqual([0, 1, 2]);
});

it('whoever fails to recall an account leaves its turn to the next', async () => {
  const failing = turns.begin([first], () => {
    throw new Error('no memory');
  });
  await expect(failing).rejects.toThrow('no memory');
  expect(await turns.begin([first], () => 'recalled')).toBe('recalled');
});

it('what was assumed of an account is proven in turn', async () => {
  const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done: string[] = [];
  const proofs = [
    turns.proof([first], one.promise).then(() => done.push('one')),
    turns.proof([first], two.promise).then(() => done.push('two')),
    turns.proof([second], one.promise),
  ];
  await Promise.all([proofs[0], proofs[2]]);
  await turn();
  expect(done).toEqual(['one']);
  one.resolve();
  await proofs[1];
  expect(done).toEqual(['one', 'two']);
  two.resolve();
  await turn();
  await turns.proof([first], one.promise);
});
