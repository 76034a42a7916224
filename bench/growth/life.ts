import type { Answer } from '../../src/domain/operation-evidence.js';
import type { Price } from '../../src/domain/price.js';
import type { Payout } from '../../src/domain/payout.js';
import {
  applyEvidence,
  asOperation,
  carryOutCancel,
  closeReview,
  createPayout,
  createQuote,
  decide,
  decideReview,
  exact,
  findPayout,
  joined,
  limitOf,
  note,
  priceOf,
  rateOf,
  recordAnswer,
  requestCancel,
  settleReturn,
  takeIntent,
  useQuote,
} from './rule.ts';
import type { Holder, Payee } from './holder.ts';
import type { Stage } from './stage.ts';

const doubt: Answer = { outcome: 'uncertain', reason: 'no answer within the send window' };

/** The histories of a payout after its creation; the last three have not ended. */
const lives = {
  completed: sendAndPay,
  refused: (stage: Stage, id: string) => send(stage, id, { outcome: 'refused', code: 'provider_rejected' }),
  unfunded: () => undefined,
  cancelled: cancel,
  returned(stage: Stage, id: string) {
    sendAndPay(stage, id);
    notify(stage, id, 'returned');
    stage.act((moment) => settleReturn(moment, asOperation(stage.book.row('payout', id))));
  },
  doubted(stage: Stage, id: string) {
    send(stage, id, doubt);
    notify(stage, id, 'paid');
  },
  approved(stage: Stage, id: string) {
    review(stage, id, true);
    sendAndPay(stage, id);
  },
  rejected: (stage: Stage, id: string) => review(stage, id, false),
  held: () => undefined,
  accepted(stage: Stage, id: string) {
    send(stage, id, { outcome: 'accepted' });
    putOff(stage, id);
  },
  uncertain(stage: Stage, id: string) {
    send(stage, id, doubt);
    putOff(stage, id);
  },
};

export type Ending = keyof typeof lives;

const reviewed: ReadonlySet<Ending> = new Set<Ending>(['approved', 'rejected', 'held']);

export interface PayoutPlan {
  readonly payee: Payee;
  readonly amount: string;
  readonly ending: Ending;
  readonly quoted: boolean;
}

/** A payout from request to end, with its idempotency key. */
export function livePayout(stage: Stage, holder: Holder, plan: PayoutPlan): void {
  const { book, vault } = stage;
  const key = `pay-${holder.id.slice(-6)}-${(holder.payouts += 1)}`;
  const { id, accountId, createdAt } = make(stage, holder, { ...plan, key });
  const fingerprint = vault.fingerprint(key);
  book.bind({ accountId, key, fingerprint, resourceId: id, createdAt });
  lives[plan.ending](stage, id);
  book.settle();
}

function make(stage: Stage, holder: Holder, plan: PayoutPlan & { key: string }): Payout {
  const { book, vault, catalogue } = stage;
  const { payee, ending } = plan;
  const capability = findPayout(catalogue, payee);
  if (!capability) throw new Error(`the catalogue has no payouts by ${payee.method} in ${payee.currency}`);
  const price = priceTo(stage, holder, plan);
  const quote = plan.quoted ? quoteOf(stage, { accountId: holder.id, payee, price }) : undefined;
  const { method, currency } = capability;
  const { payout } = stage.act((moment) => {
    const use = { accountId: holder.id, product: 'payout', method, currency } as const;
    const made = createPayout(
      moment,
      {
        ...price,
        accountId: holder.id,
        method,
        country: capability.country ?? null,
        beneficiaryId: payee.id,
        quoteId: quote?.id ?? null,
        remittanceId: null,
        batchId: null,
        batchIndex: null,
        clientReference: `order-${holder.payouts}`,
        metadata: { order: String(holder.payouts) },
        description: `Invoice ${holder.payouts}`,
        reference: vault.reference(holder.id, plan.key),
        provider: capability.provider ?? null,
        nextStepAt: moment.now,
        limitDaily: exact(limitOf(capability, []).daily),
        dailyTotal: book.used(use, moment.now).plus(price.destinationAmount),
      },
      {
        available: book.available(holder.id, price.sourceCurrency),
        reviewReasons: reviewed.has(ending) ? ['velocity'] : [],
      },
    );
    const used = quote ? [decide({ changes: [useQuote(quote, made.payout.id)] })] : [];
    return { ...joined([made, ...used]), payout: made.payout };
  });
  return payout;
}

/**
 * PEN is paid from USDT, other currencies from their own balance. An unfunded payout asks for more than the
 * balance.
 */
function priceTo({ book, catalogue }: Stage, holder: Holder, { payee, amount, ending }: PayoutPlan): Price {
  const destinationCurrency = payee.currency;
  const sourceCurrency = destinationCurrency === 'PEN' ? 'USDT' : destinationCurrency;
  const available = book.available(holder.id, sourceCurrency);
  return priceOf(
    {
      sourceCurrency,
      destinationCurrency,
      amount: ending === 'unfunded' ? available.plus(1) : exact(amount),
      amountSide: 'source',
    },
    rateOf(catalogue, sourceCurrency, destinationCurrency) ?? '1',
    catalogue.fees,
  );
}

function quoteOf(stage: Stage, ask: { accountId: string; payee: Payee; price: Price }) {
  const { accountId, payee, price } = ask;
  const { id: beneficiaryId, method, country } = payee;
  const rail = { accountId, method, country, beneficiaryId };
  return stage.act((moment) => createQuote(moment, { ...rail, price, lifetimeSeconds: 300 })).quote;
}

function sendAndPay(stage: Stage, id: string): void {
  send(stage, id, { outcome: 'paid', amount: stage.book.row('payout', id).destinationAmount });
}

function send(stage: Stage, id: string, answer: Answer): void {
  const { book } = stage;
  const { intent } = stage.act((moment) =>
    takeIntent(moment, new Date(moment.now.getTime() + 10_000), asOperation(book.row('payout', id))),
  );
  stage.act((moment) => recordAnswer(moment, { ...asOperation(book.row('payout', id)), intent }, answer));
}

function notify(stage: Stage, id: string, outcome: 'paid' | 'returned'): void {
  stage.act((moment) => applyEvidence(moment, asOperation(stage.book.row('payout', id)), { outcome }));
}

function cancel(stage: Stage, id: string): void {
  const { book } = stage;
  stage.act((moment) => requestCancel(moment, book.row('payout', id)));
  stage.act((moment) => carryOutCancel(moment, asOperation(book.row('payout', id))));
}

function review(stage: Stage, id: string, approve: boolean): void {
  const { book } = stage;
  const riskDecision = book.row('riskDecision', book.row('payout', id).riskDecisionId ?? '');
  stage.act((moment) => {
    const closed = decide({ changes: [closeReview(moment, riskDecision, approve)] });
    return joined([closed, decideReview(moment, asOperation(book.row('payout', id)), { approve })]);
  });
}

/**
 * Puts the next look-up 23 hours from now, so that nothing becomes due during the bench. From the payout's own time
 * it would be less: the unfinished ones of 1,000,000 are up to 15 hours old, those of 5,000,000 three days.
 */
function putOff(stage: Stage, id: string): void {
  const nextStepAt = new Date(Date.now() + 23 * 3_600_000);
  stage.act(() => note(asOperation(stage.book.row('payout', id)), { nextStepAt }));
}
