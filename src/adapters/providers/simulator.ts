import { queuedUntil, simTags } from '../../domain/sandbox.js';
import type { Provider, SandboxBank } from '../../ports/provider.js';
import type { Delivery } from './simulator/delivery.js';
import { startDelivery } from './simulator/delivery.js';
import {
  closeFundingAccount,
  confirmPayins,
  depositTo,
  openFundingAccount,
  paymentsAfter,
} from './simulator/funding.js';
import {
  countCalls,
  isAnswering,
  lookUp,
  ordersAfter,
  submitTo,
  tell,
  willContradict,
} from './simulator/operation.js';
import { statementAfter } from './simulator/statement.js';
import { createSchema, openPool, reached, type Hearers } from './simulator/schema.js';

/** The sandbox's bank: every outcome on demand, by tags (supplement §3.10), and a witness of every call. */
export interface Simulator extends Provider, SandboxBank {
  /** Every submission received, repeats counted: what was sent twice shows here. */
  calls(): Promise<{ reference: string; count: number }[]>;
}

export interface SimulatorOptions extends Hearers {
  url: string;
  /** `settlingMsMin` at least. */
  settlingMs?: number;
}

/** Creates its schema if need be. Answers at once; notices are delivered only after `start`. */
export async function openSimulator({
  url,
  settlingMs = 5_000,
  report,
  onPool,
  Connecting,
}: SimulatorOptions): Promise<Simulator> {
  const connecting = Connecting && { Connecting };
  await createSchema(url, { ...connecting });
  const stopping = new AbortController();
  // Connections that are let go at the end may see the server go first: that is no fault.
  const unlessStopping = (error: unknown): void => {
    if (!stopping.signal.aborted) report(error);
  };
  const pool = openPool(url, { report: unlessStopping, ...(onPool && { onPool }), ...connecting });
  const record = depositTo(pool);
  let delivery: Delivery | undefined;
  let ended: Promise<void> | undefined;

  return {
    name: 'sandbox',
    settlingMs,
    submit: submitTo(pool, stopping.signal),
    lookUp: (references) => lookUp(pool, references),
    orders: (after = '') => ordersAfter(pool, after),
    payments: (after = '') => paymentsAfter(pool, after),
    statement: (after = '0') => statementAfter(pool, after),
    openFundingAccount: (ask) => openFundingAccount(pool, ask),
    closeFundingAccount: (reference) => closeFundingAccount(pool, reference),
    confirmPayins: (references) => confirmPayins(pool, references),
    sendsFrom: queuedUntil,
    isTold: (words) => simTags(words).length > 0,
    deposit: (deposit) => reached(record(deposit)),
    isAnswering: (reference) => reached(isAnswering(pool, reference)),
    willContradict: (reference) => reached(willContradict(pool, reference)),
    tell: (reference, outcome, code) =>
      reached(tell(pool, reference, { outcome, ...(code !== undefined && { code }) })),
    calls: () => countCalls(pool),
    async start(take) {
      if (delivery) throw new Error('the simulator already delivers its notices');
      delivery = startDelivery(pool, take, report);
    },
    stop() {
      stopping.abort();
      ended ??= (async () => {
        await delivery?.end();
        await pool.end();
      })();
      return ended;
    },
  };
}
