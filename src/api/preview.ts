import { present } from '../domain/event.js';
import { isBucket } from '../domain/ledger.js';
import { show } from '../domain/money.js';
import { texts } from '../domain/noun/declare.js';
import type { Refund } from '../domain/noun/refund.js';
import { showCounts } from '../domain/payout-batch.js';
import type { Payout } from '../domain/payout.js';
import type { Refusal } from '../domain/refusal.js';
import type { BatchPreview, Preview } from '../usecases/preview.js';
import { errors, messageOf } from './error.js';
import { money, part } from './shape.js';

/** Outcomes that a preview can predict, with their meanings. */
export const outcomeMeanings = {
  created: 'It would be created and sent.',
  in_review: 'It would be created, and risk rules would hold it with its money reserved.',
  failed: 'It would be created as failed, because the balance is too low.',
  refused: 'It would not be created; see refusal.',
} as const;
export type Outcome = keyof typeof outcomeMeanings;
export const outcomes = Object.keys(outcomeMeanings) as Outcome[];

/** The fields that every preview has, with the same words in REST and GraphQL. */
export const previewFields = {
  reasons: texts('Why risk rules would hold it.', { optional: true }),
  warnings: texts(
    'approval_required: members have to approve it. beneficiary_not_verified: the payee check is missing, older than 30 days, or found another holder. Ignore values that you do not know.',
    { optional: true },
  ),
  short: part(money, 'Amount missing from the balance.', { optional: true }),
};

/** A preview as REST and GraphQL show it; the row is rendered by the caller. */
export function previewBody<T extends Payout | Refund>(previewed: Preview<T>) {
  const short = previewed.short ?? undefined;
  if ('refusal' in previewed) {
    return { row: undefined, preview: { ...refused(previewed.refusal), ...present({ short }), entries: [] } };
  }
  const { row, reasons, warnings, entries } = previewed;
  const preview = present({
    outcome: outcomeOf(row),
    reasons: reasons.length === 0 ? undefined : reasons,
    warnings: warnings.length === 0 ? undefined : warnings,
    short,
    entries: entries.flatMap(({ ledger, direction, purpose, amount, currency }) =>
      isBucket(ledger)
        ? { account: ledger, direction, purpose, amount: show(amount, currency), currency }
        : [],
    ),
  });
  return { row, preview };
}

/** A batch preview; `show` renders each item. */
export function batchPreviewBody<T extends { readonly outcome: Outcome }>(
  previewed: BatchPreview,
  render: (each: Preview<Payout>) => T,
) {
  if ('refusal' in previewed) return refused(previewed.refusal);
  const { batch, counts, short, items, warnings } = previewed;
  const previews = items.map(([{ index, reference }, each]) => ({
    index,
    ...present({ reference }),
    ...render(each),
  }));
  const numberOf = (wanted: Outcome): number => previews.filter((each) => each.outcome === wanted).length;
  return {
    outcome: 'created' as const,
    summary: {
      total: batch.size,
      created: numberOf('created'),
      in_review: numberOf('in_review'),
      failed: numberOf('failed'),
      refused: numberOf('refused'),
    },
    totals: showCounts(batch, counts).totals.map(({ currency, requested }) => ({ currency, requested })),
    ...present({ warnings: warnings.length === 0 ? undefined : warnings }),
    short,
    items: previews,
  };
}

function outcomeOf({ status, riskStatus }: Payout | Refund): Outcome {
  if (status === 'failed') return 'failed';
  return riskStatus === 'in_review' ? 'in_review' : 'created';
}

const refused = (refusal: Refusal) => ({
  outcome: 'refused' as const,
  refusal: present({
    status: errors[refusal.code].status,
    code: refusal.code,
    message: messageOf(refusal),
    param: refusal.param,
    reasons: refusal.reasons,
  }),
});
