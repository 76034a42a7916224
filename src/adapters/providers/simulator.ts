import { queuedUntil, simTags } from '../../domain/sandbox.js';
import { ClockStepped, isStepped, type Clock } from '../../ports/clock.js';
import type { Provider, SandboxBank } from '../../ports/provider.js';
import type { Delivery } from './simulator/delivery.js';
import { isNoticeDue, startDelivery } from './simulator/delivery.js';
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
  recordEvidence,
  willContradict,
} from './simulator/operation.js';
import { payeeAnswer } from './simulator/payee.js';
import { statementAfter } from './simulator/statement.js';
import { createSchema, openPool, refusedWhenAway, type PoolOptions } from './simulator/schema.js';

/** The sandbox's bank: produces every outcome on demand by tags (supplement §3.10) and records every call. */
export interface Simulator extends Provider, SandboxBank {
  /** Counts every submission received, repeats included, so that a double send is visible. */
  calls(): Promise<{ reference: string; count: number }[]>;
}

export interface SimulatorOptions extends PoolOptions {
  url: string;
  /** Connection URL of a pooler in front of the database. */
  poolUrl?: string | undefined;
  /** At least `settlingMsMin`. */
  settlingMs?: number;
  /** While this reports a step of the database clock, the bank does nothing: all its times use that clock. */
  clock?: Pick<Clock, 'stepMs'>;
}

/** Creates the schema if needed. The bank answers at once; notices are delivered only after `start`. */
export async function openSimulator({
  url,
  poolUrl = url,
  settlingMs = 5_000,
  clock = { stepMs: () => 0 },
  ...hearers
}: SimulatorOptions): Promise<Simulator> {
  await createSchema(url, hearers);
  const { report } = hearers;
  const stopping = new AbortController();
  // While stopping, the server may close connections first; that is not a fault.
  const unlessStopping = (error: unknown): void => {
    if (!stopping.signal.aborted) report(error);
  };
  const pool = openPool(poolUrl, { ...hearers, report: unlessStopping });
  const record = depositTo(pool);
  const isHeld = (): boolean => isStepped(clock);
  const unlessHeld = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isHeld()) throw new ClockStepped();
    return work();
  };
  let delivery: Delivery | undefined;
  let ended: Promise<void> | undefined;

  return {
    name: 'sandbox',
    settlingMs,
    submit: submitTo(pool, stopping.signal),
    lookUp: (references) => lookUp(pool, references),
    orders: (after = '') => ordersAfter(pool, after),
    payments: (after = '') => paymentsAfter(pool, after),
    statement: (after = '0') => unlessHeld(() => statementAfter(pool, after)),
    openFundingAccount: (ask) => openFundingAccount(pool, ask),
    closeFundingAccount: (reference) => unlessHeld(() => closeFundingAccount(pool, reference)),
    confirmPayins: (references) => confirmPayins(pool, references),
    checkPayee: async (ask) => payeeAnswer(ask),
    sendsFrom: queuedUntil,
    hasOutcomeTag: (words) => simTags(words).length > 0,
    deposit: (deposit) => unlessHeld(() => refusedWhenAway(record(deposit))),
    isAnswering: (reference) => refusedWhenAway(isAnswering(pool, reference)),
    willContradict: (reference) => unlessHeld(() => refusedWhenAway(willContradict(pool, reference))),
    hasNoticeSoon: () => refusedWhenAway(isNoticeDue(pool)),
    setOutcome: (reference, outcome, code) =>
      unlessHeld(() =>
        refusedWhenAway(recordEvidence(pool, reference, { outcome, ...(code !== undefined && { code }) })),
      ),
    calls: () => countCalls(pool),
    async start(take) {
      if (delivery) throw new Error('the simulator already delivers its notices');
      delivery = startDelivery(pool, { take, report, isHeld });
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
