import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advanceClock } from '../../src/usecases/platform.js';
import { createBatch, ended } from '../setup/batch-journey.js';
import { operatorOf, type Ask } from '../setup/graphql.js';
import { openOtherAccount, operator, withHand } from '../setup/hand.js';
import { clientOf, freshKey, openService, type RunningService } from '../setup/running.js';
import { allAtOnce, balanceOf, fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const dayMs = 86_400_000;
const said = 'payout batch repeats an earlier one under another key';

let service: RunningService;
let get: Ask;
let beneficiaryId: string;
const lines: string[] = [];
beforeAll(async () => {
  service = await openService({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) });
  ({ get } = await operatorOf(service, 'viewer'));
  await fund(service, 'MXN', '100000.00');
  beneficiaryId = await speiBeneficiary(service);
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const repeated = async (id: string): Promise<unknown> => {
  const response = await get('query ($id: ID!) { payoutBatch(id: $id) { repeatsId repeats { id } } }', {
    id,
  });
  expect(response.at('payoutBatch.repeats.id')).toBe(response.at('payoutBatch.repeatsId') ?? undefined);
  return response.at('payoutBatch.repeatsId');
};

describe('the body of a batch, sent again', () => {
  test('with its key a day later returns the batch, and nothing is paid twice', async () => {
    const body = { items: [mxnPayout(beneficiaryId, '10.00')], description: 'a day' };
    const idempotencyKey = freshKey();
    const made = await service.post('/v1/payout-batches', body, { idempotencyKey });
    const id = made.get('id');
    const done = await ended(service, id);
    const { available } = await balanceOf(service, 'MXN');
    await withHand(service, (ports) => advanceClock(ports, operator, { ms: dayMs, onStep: () => undefined }));
    const again = await service.post('/v1/payout-batches', body, { idempotencyKey });
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(done.body);
    expect(await balanceOf(service, 'MXN')).toMatchObject({ available });
    expect(await repeated(id)).toBeNull();
    const other = await service.post('/v1/payout-batches', body);
    expect(other.status).toBe(201);
    expect(await repeated(other.get('id'))).toBe(id);
  });

  test('with another key is accepted and refers to the first batch', async () => {
    const items = [mxnPayout(beneficiaryId, '11.00')];
    const first = await createBatch(service, items, 'Salaries');
    const second = await createBatch(service, items, 'Salaries');
    const third = await createBatch(service, items, 'Salaries');
    const [id, ...later] = [first, second, third].map((each) => each.get('id'));
    expect(await Promise.all(later.map(repeated))).toEqual([id, id]);
    expect(second.body).toEqual({
      ...first.body,
      ...Object.fromEntries(['id', 'created_at', 'updated_at'].map((name) => [name, second.at(name)])),
    });
    const logged = lines.filter((line) => line.includes(said) && line.includes(`"repeats_id":"${id}"`));
    expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      { resource_id: later[0], repeats_id: id, level: 'warn' },
      { resource_id: later[1], repeats_id: id },
    ]);
  });

  test('with a difference is a new batch, and so is that of another account', async () => {
    const items = [mxnPayout(beneficiaryId, '12.00')];
    const first = await createBatch(service, items);
    const described = await createBatch(service, items, 'more');
    const { key } = await openOtherAccount(service);
    const other = await createBatch(clientOf(service.baseUrl, key), items);
    for (const each of [first, described, other]) expect(await repeated(each.get('id'))).toBeNull();
  });

  test('many times at once has exactly one first batch', async () => {
    const items = [mxnPayout(beneficiaryId, '13.00')];
    const made = await allAtOnce(20, () => createBatch(service, items));
    const repeats = await Promise.all(made.map((each) => repeated(each.get('id'))));
    const [first] = made.filter((_, index) => repeats[index] === null);
    expect(repeats.filter((id) => id === first?.get('id'))).toHaveLength(19);
  });
});
