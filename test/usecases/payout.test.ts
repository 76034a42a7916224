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

test('a group beside others lets them after every eight that it decides, and before it is recorded', async () => {
  const { accountId, wired } = sandbox;
  const done: string[] = [];
  const risk: Risk = {
    ...wired.ports.risk,
    assess: (facts) => {
      done.push('decides');
      return wired.ports.risk.assess(facts);
    },
  };
  const letOthers = async (): Promise<void> => {
    done.push('lets others');
  };
  const commands = Array.from({ length: 20 }, (_, nth) => ({
    use: { accountId, key: `turns-${nth}`, fingerprint: 'f' },
    accountId,
    beneficiaryId,
    sourceCurrency: 'MXN',
    amount: '10.00',
    amountSide: 'source' as const,
  }));
  const results = await createPayouts({ ...wired.ports, risk }, commands, { wait: false, letOthers });
  expect(results.map((result) => result && 'value' in result && result.value.how)).toEqual(
    commands.map(() => 'created'),
  );
  const decided = [8, 8, 4].map((count) => [...Array<string>(count).fill('decides'), 'lets others']);
  expect(done).toEqual(decided.flat());
});
