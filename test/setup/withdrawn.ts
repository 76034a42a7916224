import { createDestination } from '../../src/domain/settlement-destination.js';
import type { Store } from '../../src/ports/store.js';
import { act, newId, vault } from './fixture.js';

/** An account of the account's own elsewhere, paid in PEN by bank transfer. */
export async function openDestination(store: Store, accountId: string): Promise<string> {
  const id = newId('settlementDestination', new Date());
  const at = { noun: 'settlementDestination', field: 'details', id } as const;
  const { destination } = await act(store, (moment) =>
    createDestination(moment, {
      id,
      accountId,
      method: 'bank_transfer',
      currency: 'PEN',
      country: 'PE',
      details: vault.encrypt('{"cci":"00219300000000000025"}', at),
      label: 'treasury',
      accountHint: '0025',
      identityHash: vault.keyedHash(newId('request', moment.now)),
    }),
  );
  return destination.id;
}
