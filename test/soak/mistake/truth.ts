import type { Mistake } from './list.js';

const evidence = 'test/domain/payin-evidence.test.ts';

/** Mistakes that would swallow late truth, or let a status depend on the order of events. */
export const truthMistakes: readonly Mistake[] = [
  {
    name: 'a failed payment reported again as completed changes nothing',
    edits: [
      {
        file: 'src/domain/payin-evidence.ts',
        find: `completed: 'contradicts',`,
        put: `completed: 'agrees',`,
      },
    ],
    test: evidence,
    called: 'evidence about a pay-in',
    says: /late_payment_evidence/,
  },
  {
    name: 'each report of late evidence about a pay-in is an exception',
    edits: [
      {
        file: 'src/domain/payin-evidence.ts',
        find: `if (type !== found.type) return false;`,
        put: `if (type === found.type) return false;`,
      },
    ],
    test: evidence,
    called: 'raises one exception, however often it is reported',
    says: /expected/,
  },
  {
    name: 'an answer of a bank is taken although the bank has decided since it was asked',
    edits: [
      {
        file: 'src/usecases/payin-result.ts',
        find: `payin.version !== before.version && payin.nextStepAt`,
        put: `payin.version < before.version && payin.nextStepAt`,
      },
    ],
    test: 'test/workers/funding.test.ts',
    called: 'requested before the bank reported its decision',
    says: /completed/,
  },
  {
    name: 'a payment into an account whose only payment failed counts as its duplicate',
    edits: [
      {
        file: 'src/domain/payin.ts',
        find: `if (account.closedBy === 'paid') return`,
        put: `if (account.closedBy === 'paid' || account.closedBy === 'failed') return`,
      },
    ],
    test: 'test/domain/payin.test.ts',
    called: 'after its payment failed',
    says: /unmatched_deposit/,
  },
  {
    name: 'the checker passes over a pay-in that failed here and was credited at the bank',
    edits: [
      {
        file: 'src/adapters/postgres/check/payin.ts',
        find: `(p.status = 'failed' and s.became in ('completed', 'reversed') or p.status`,
        put: `(p.status`,
      },
    ],
    test: 'test/adapters/check.test.ts',
    called: 'contradicts how a pay-in ended without an exception',
    says: /received "undefined"/,
  },
  {
    name: 'a remittance is accepted on an account for one payment of another amount',
    edits: [
      {
        file: 'src/usecases/remittance.ts',
        find: `if (amount === null || amount.isEqualTo(quote.total)) return;`,
        put: `if (amount === null || amount.isEqualTo(quote.total) || quote.total.isPositive()) return;`,
      },
    ],
    test: 'test/journeys/remittance.test.ts',
    called: 'a one-payment account with another amount than the quote',
    says: /no text at error\.code in 201/,
  },
  {
    name: 'a remittance waits on after its account has closed unpaid',
    edits: [
      {
        file: 'src/domain/remittance.ts',
        find: `if (status !== 'closed') return undefined;`,
        put: `if (status !== 'closed' || closedBy === 'failed') return undefined;`,
      },
    ],
    test: 'test/usecases/remittance.test.ts',
    called: 'if its payment fails',
    says: /awaiting_funds/,
  },
  {
    name: 'a batch whose paid item came back before its last item ended is not completed',
    edits: [
      {
        file: 'src/domain/payout-batch.ts',
        find: `if (completed + returned === size) return 'complete';`,
        put: `if (completed === size && returned === 0) return 'complete';`,
      },
    ],
    test: 'test/domain/payout-batch.test.ts',
    called: ' is the same in every order',
    says: /returned/,
  },
  {
    name: 'a batch of which another reason refused an item is cancelled',
    edits: [
      {
        file: 'src/domain/payout-batch.ts',
        find: `return cancelled === size ? 'finish_cancelled' : 'finish_in_part';`,
        put: `return cancelled + (items.refused ?? 0) === size ? 'finish_cancelled' : 'finish_in_part';`,
      },
    ],
    test: 'test/domain/payout-batch.test.ts',
    called: ' is the same in every order',
    says: /refused/,
  },
  {
    name: 'a return from a finished batch sends only the event of the payout',
    edits: [
      {
        file: 'src/usecases/follow.ts',
        find: `...(await followReturns(tx, decisions)),`,
        put: `...(await followReturns(tx, decisions.slice(0, 0))),`,
      },
    ],
    test: 'test/journeys/payout-batch.test.ts',
    called: ' the last item ended counts as paid',
    says: /payout_batch.updated|expected/,
  },
];
