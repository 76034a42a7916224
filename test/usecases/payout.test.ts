import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Risk } from '../../src/ports/risk.js';
import { createPayouts } from '../../src/usecases/payout.js';
import { openSandbox, type Sandbox } from '../api/sandbox.js';

let sandbox: Sandbox;
let beneficiaryId: string;
beforeAll(async () => {
  sandbox = await openSandbox();
  const body = {
    method: 'spei',
    currency: 'MXN',
    details: { name: 'Rosa Campos', clabe: '032180000118359719' },
  };
  const made = await sandbox
    .call('post', '/v1/beneficiaries')
    .set('Idempotency-Key', 'the-beneficiary')
    .send(body);
  beneficiaryId = (made.body as { id: string }).id;
});
afterAll(() => sandbox.close());

test.each([
  { besideOthers: true, turns: [8, 8, 4] },
  { besideOthers: false, turns: [20] },
])(
  'a group beside others ($besideOthers) is decided in turns of the event loop: $turns',
  async ({ besideOthers, turns }) => {
    const { accountId, wired } = sandbox;
    let turn = 0;
    const turned = () => {
      turn += 1;
      clock = setImmediate(turned);
    };
    let clock = setImmediate(turned);
    const decidedIn: number[] = [];
    const risk: Risk = {
      ...wired.ports.risk,
      assess: (facts) => {
        decidedIn.push(turn);
        return wired.ports.risk.assess(facts);
      },
    };
    const commands = Array.from({ length: 20 }, (_, nth) => ({
      use: { accountId, key: `turns-${besideOthers}-${nth}`, fingerprint: 'f' },
      accountId,
      beneficiaryId,
      sourceCurrency: 'MXN',
      amount: '10.00',
      amountSide: 'source' as const,
    }));
    const results = await createPayouts({ ...wired.ports, risk }, commands, { wait: false, besideOthers });
    clearImmediate(clock);
    expect(results.map((result) => result && 'value' in result && result.value.how)).toEqual(
      commands.map(() => 'created'),
    );
    const sizes = [...Map.groupBy(decidedIn, (at) => at).values()].map(({ length }) => length);
    expect(sizes).toEqual(turns);
  },
);
