import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresReader } from '../../src/adapters/postgres/reader.js';
import { loadCatalogue } from '../../src/main/catalogue.js';
import type { Provider } from '../../src/ports/provider.js';
import { checkPayee } from '../../src/usecases/payee-check.js';
import { bank, recordingLog } from '../setup/bank.js';
import { openAccount, openBeneficiary, openFixture, vault, type Fixture } from '../setup/fixture.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

async function checked(providers: readonly Provider[]) {
  const { store, orm } = fixture;
  const accountId = await openAccount(store);
  const id = await openBeneficiary(store, accountId);
  const reader = postgresReader(orm);
  const log = recordingLog();
  const catalogue = loadCatalogue(undefined);
  const named = new Map(providers.map((each) => [each.name, each]));
  const ports = { store, reader, vault, catalogue, providers: named, log };
  const answer = checkPayee(ports, { accountId, id });
  return { answer, log, row: () => reader.get('beneficiary', [accountId], id) };
}

test('a bank that does not answer leaves the beneficiary unchecked', async () => {
  const { answer, log, row } = await checked([bank('sandbox', {})]);
  await expect(answer).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  expect(await row()).toMatchObject({ payeeResult: null, payeeCheckedAt: null });
  expect(log.lines).toMatchObject([{ message: 'payee check failed', provider: 'sandbox' }]);
  expect(JSON.stringify(log.lines)).not.toContain('00219300000000000017');
});

test('a method without a provider cannot be checked', async () => {
  const { answer, row } = await checked([]);
  await answer;
  expect(await row()).toMatchObject({ payeeResult: 'not_possible', payeeHint: null });
});
