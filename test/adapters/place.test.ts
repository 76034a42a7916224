import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { keyRing } from '../../src/adapters/crypto/keys.js';
import { createVault } from '../../src/adapters/crypto/vault.js';
import { checkInvariants } from '../../src/adapters/postgres/check/run.js';
import { sealedColumns } from '../../src/adapters/postgres/reseal.js';
import { opensWith } from '../../src/main/keys.js';
import { createCustomer } from '../../src/usecases/customer.js';
import { rotateKeys } from '../../src/usecases/platform.js';
import { createEndpoint, rotateSecret } from '../../src/usecases/webhook.js';
import { openAccount, openFixture, type Fixture } from '../setup/fixture.js';
import { queryRows } from '../setup/rows.js';
import { sealedBefore } from '../setup/sealed.js';

const key = randomBytes(32).toString('base64');
const [k1, k2] = [`k1:${key}`, `k2:${randomBytes(32).toString('base64')}`];
const hashKey = randomBytes(32).toString('base64');
const vault = createVault(keyRing({ encryptionKeys: `${k1},${k2}`, hashKey }));
const nextVault = createVault(keyRing({ encryptionKeys: `${k2},${k1}`, hashKey }));
const profile = { email: 'ana@example.com' };
const operator = { name: 'Ana', reason: 'because' };

let fixture: Fixture;
let customers: string[];
let endpointId: string;

const query = (statement: string, values: readonly unknown[] = []) =>
  queryRows(fixture.url, statement, values);

beforeAll(async () => {
  fixture = await openFixture(2);
  const ports = { store: fixture.store, vault, allowInsecureWebhooks: false };
  const accountId = await openAccount(fixture.store);
  await query('update account set owner_email = null');
  const made = ['first', 'second'].map((externalId) => ({
    ...({ accountId, externalId, type: 'individual', country: 'PE' } as const),
    displayName: externalId,
    profile,
  }));
  customers = [];
  for (const ask of made) customers.push((await createCustomer(ports, ask)).resource.id);
  const { resource } = await createEndpoint(ports, { accountId, url: 'https://example.com/hook' });
  endpointId = resource.id;
  await rotateSecret(ports, { accountId, id: endpointId });
});

afterAll(() => fixture.close());

const misplaced = async () => {
  const report = await checkInvariants(fixture.url, { opens: opensWith(vault) });
  expect(report.checks.at(-1)?.number).toBe(31);
  return report.violations;
};

beforeEach(async () => expect(await misplaced()).toEqual([]));

const all = sealedColumns
  .map(([table, column]) => `select ${column} as sealed from ${table} where ${column} is not null`)
  .join(' union all ');

/** Replaces a value with another one while the work runs. */
async function moved(
  [table, column, id]: readonly [string, string, string],
  from: readonly [string, string, string],
  work: () => Promise<void>,
): Promise<void> {
  const [stored] = await query(`select ${column} as sealed from ${table} where id = $1`, [id]);
  const put = `update ${table} set ${column} = $1 where id = $2`;
  const [other] = await query(`select ${from[1]} as sealed from ${from[0]} where id = $1`, [from[2]]);
  await query(put, [other?.['sealed'], id]);
  await work();
  await query(put, [stored?.['sealed'], id]);
}

it.each([
  ['a row', () => ['customer', 'display_name', customers[1] ?? ''] as const],
  ['a column', () => ['customer', 'profile', customers[0] ?? ''] as const],
  ['a table', () => ['webhook_endpoint', 'secret', endpointId] as const],
])('the checker finds a value moved from another row or column: %s', async (_, from) => {
  const id = customers[0] ?? '';
  await moved(['customer', 'display_name', id], from(), async () => {
    const violations = await misplaced();
    expect(violations).toEqual([
      {
        number: 31,
        name: 'each sealed value opens in its own table, column and row',
        count: 1,
        rows: [{ place: 'customer.display_name', id }],
      },
    ]);
    // A rotation skips the moved value and continues with the others.
    const rotate = (to: typeof vault) =>
      rotateKeys({ store: fixture.store, vault: to }, operator, () => undefined);
    expect(await rotate(nextVault)).toEqual({ resealed: 6, unopened: 1 });
    expect((await misplaced())[0]?.rows).toEqual([{ place: 'customer.display_name', id }]);
    expect(await rotate(vault)).toEqual({ resealed: 6, unopened: 0 });
  });
});

it('the previous secret opens only in its own column', async () => {
  await moved(
    ['webhook_endpoint', 'secret', endpointId],
    ['webhook_endpoint', 'previous_secret', endpointId],
    async () =>
      expect((await misplaced())[0]?.rows).toEqual([{ place: 'webhook_endpoint.secret', id: endpointId }]),
  );
});

it('a value in the older form can be decrypted in its column until a rotation binds it, with the same key', async () => {
  for (const id of customers) {
    await query('update customer set display_name = $1, profile = $2 where id = $3', [
      sealedBefore('k1', key, 'Ana'),
      sealedBefore('k1', key, JSON.stringify(profile)),
      id,
    ]);
  }
  expect(await misplaced()).toEqual([]);
  const unbound = async () => (await query(all)).filter(({ sealed }) => !sealed?.startsWith('k1:2:')).length;
  expect(await unbound()).toBe(4);
  expect(await rotateKeys({ store: fixture.store, vault }, operator, () => undefined)).toEqual({
    resealed: 4,
    unopened: 0,
  });
  expect(await unbound()).toBe(0);
  expect(await misplaced()).toEqual([]);
  const [{ sealed } = {}] = await query('select display_name as sealed from customer where id = $1', [
    customers[0],
  ]);
  const at = { noun: 'customer', field: 'displayName', id: customers[0] ?? '' } as const;
  expect(vault.decrypt(sealed ?? '', at)).toBe('Ana');
  expect(await rotateKeys({ store: fixture.store, vault }, operator, () => undefined)).toMatchObject({
    resealed: 0,
  });
});
