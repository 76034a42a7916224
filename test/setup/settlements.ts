import type { Settlement } from '../../src/domain/noun/settlement.js';
import { sendWindowMs } from '../../src/domain/intent.js';
import { recordAnswer, takeIntent } from '../../src/domain/operation-sending.js';
import type { Answer } from '../../src/domain/operation-evidence.js';
import { settlementSpec } from '../../src/domain/settlement.js';
import { createDestination } from '../../src/domain/settlement-destination.js';
import { thresholdRisk } from '../../src/adapters/risk/threshold.js';
import { loadCatalogue } from '../../src/main/catalogue.js';
import type { Store } from '../../src/ports/store.js';
import { holdSettlement, runSettlement } from '../../src/usecases/settlement.js';
import { putScheduleInForce } from '../../src/usecases/settlement-schedule.js';
import { act, deposit, newId, vault } from './fixture.js';
import { operator } from './hand.js';

/** One settlement in every state that a settlement can be in, by that state, and their schedule; all of USD. */
export type Settlements = Readonly<
  Record<'schedule' | 'settling' | 'settlement_held' | 'settlement_paid' | 'settlement_failed', string>
>;

export async function makeSettlements(store: Store, accountId: string): Promise<Settlements> {
  const catalogue = loadCatalogue(undefined);
  const risk = thresholdRisk(catalogue, false);
  const ports = { store, vault, catalogue, risk, bank: undefined, wake: () => undefined };
  const schedule = await putScheduleInForce(ports, operator, {
    accountId,
    currency: 'USD',
    destinationId: await openUsdDestination(store, accountId),
    interval: 'monthly',
    day: 31,
    cutoffTime: '17:00',
  });
  const settle = async (): Promise<Settlement> => {
    await deposit(store, {
      accountId,
      currency: 'PEN',
      amount: '37',
      credited: { currency: 'USD', amount: '10' },
    });
    return runSettlement(ports, operator, { scheduleId: schedule.id });
  };
  const paid = await settle();
  await send(store, paid, { outcome: 'paid', amount: paid.amount });
  const settling = await settle();
  const held = await settle();
  await holdSettlement(ports, operator, { id: held.id });
  const failed = await settle();
  await send(store, failed, { outcome: 'refused', code: 'account_closed' });
  return {
    schedule: schedule.id,
    settling: settling.id,
    settlement_held: held.id,
    settlement_paid: paid.id,
    settlement_failed: failed.id,
  };
}

async function openUsdDestination(store: Store, accountId: string): Promise<string> {
  const id = newId('settlementDestination', new Date());
  const at = { noun: 'settlementDestination', field: 'details', id } as const;
  const details = { name: 'Acme Inc', account_number: '12345678', routing_number: '021000021' };
  const { destination } = await act(store, (moment) =>
    createDestination(moment, {
      id,
      accountId,
      method: 'ach',
      currency: 'USD',
      country: 'US',
      details: vault.encrypt(JSON.stringify(details), at),
      label: null,
      accountHint: '5678',
      identityHash: vault.keyedHash(id),
    }),
  );
  return destination.id;
}

async function send(store: Store, row: Settlement, answer: Answer): Promise<void> {
  const spec = settlementSpec;
  const { intent } = await act(store, (moment) =>
    takeIntent(moment, new Date(Date.now() + sendWindowMs), { spec, row }),
  );
  await store.transaction(async (tx) => {
    const [sent] = await tx.lock('settlement', [row.id]);
    if (!sent) throw new Error('the settlement is gone');
    await tx.record([recordAnswer(await tx.moment(), { spec, row: sent, intent }, answer)]);
  });
}
