import { expiresIn } from './approval-policy.js';
import type { Noun, Nouns } from './decision.js';
import { lifetimeSeconds } from './hosted-session.js';
import { sendWindowMs } from './intent.js';
import { invitationMs, sessionMs } from './member.js';
import { snake } from './noun/declare.js';
import { challengeMs } from './passkey.js';
import { codeMs } from './sign-in.js';
import { secretOverlapMs, testEveryMs } from './webhook.js';

/**
 * How far ahead of its clock a time can be when it is written. A time beyond that was written while the database's clock was
 * wrong: what it stands for would not be done, or would not end, until then.
 */
export interface Lead {
  readonly table: string;
  readonly column: string;
  readonly clock: 'business' | 'machine';
  readonly mostMs: number;
  /** A row that may be put off from its creation on is too far ahead only beyond this, too. */
  readonly sinceCreatedMs?: number;
  /** `now`: it is looked at anew, and given another time. `most`: it lasts as long as it could. `null`: it is forgotten. */
  readonly becomes: 'now' | 'most' | 'null';
  /**
   * How rows are found without reading all of them. `itself`: the column has an index. `due`, `open`: among those that are
   * due, or that have a next step at all.
   * `made`: by ids that are ahead of the clock, since it never changes. `lane`, `delivery`: lanes that have something
   * to do, and their deliveries. `event`: counters of the accounts with events made ahead of the clock. `all`: few.
   */
  readonly found: 'itself' | 'due' | 'open' | 'made' | 'lane' | 'delivery' | 'event' | 'all';
}

type TimeOf<N extends Noun> = {
  [K in keyof Nouns[N]]: Extract<Nouns[N][K], Date> extends never ? never : K;
}[keyof Nouns[N]] &
  string;

type Rule = Pick<Lead, 'mostMs' | 'becomes' | 'found'> & Partial<Pick<Lead, 'clock' | 'sinceCreatedMs'>>;

const lead = <N extends Noun>(noun: N, field: TimeOf<N>, rule: Rule): Lead => ({
  table: snake(noun),
  column: snake(field),
  clock: 'business',
  ...rule,
});

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The longest wait between two attempts, and the fifth by which it varies. */
const retryMs = 1.2 * 8 * hourMs;

const sent = ['payout', 'refund', 'withdrawal', 'settlement'] as const;

export const leads: readonly Lead[] = [
  ...sent.flatMap((noun) => [
    // Look-ups come once an hour at least. A sandbox's bank may leave an order unsent for a day from its creation on.
    lead(noun, 'nextStepAt', { mostMs: hourMs, sinceCreatedMs: dayMs, becomes: 'now', found: 'itself' }),
    lead(noun, 'sendBy', { clock: 'machine', mostMs: sendWindowMs, becomes: 'most', found: 'due' }),
  ]),
  lead('intent', 'sendBy', { clock: 'machine', mostMs: sendWindowMs, becomes: 'most', found: 'made' }),
  lead('payin', 'nextStepAt', { mostMs: minuteMs, becomes: 'now', found: 'itself' }),
  lead('payoutBatch', 'nextStepAt', { mostMs: minuteMs, becomes: 'now', found: 'itself' }),
  // It is tried again once an hour at least, and expires with its payment or with the quote of its remittance.
  lead('fundingAccount', 'nextStepAt', { mostMs: dayMs, becomes: 'most', found: 'itself' }),
  lead('fundingAccount', 'expiresAt', { mostMs: dayMs, becomes: 'most', found: 'open' }),
  lead('quote', 'expiresAt', { mostMs: dayMs, becomes: 'most', found: 'made' }),
  lead('remittance', 'nextStepAt', { mostMs: dayMs, becomes: 'most', found: 'itself' }),
  lead('settlementSchedule', 'nextStepAt', { mostMs: 31 * dayMs, becomes: 'most', found: 'itself' }),
  // It expires with its time.
  lead('approval', 'nextStepAt', { mostMs: expiresIn.most * secondMs, becomes: 'most', found: 'itself' }),
  lead('approval', 'expiresAt', { mostMs: expiresIn.most * secondMs, becomes: 'most', found: 'open' }),
  lead('mail', 'nextStepAt', { mostMs: hourMs, becomes: 'now', found: 'itself' }),
  lead('mail', 'expiresAt', { mostMs: invitationMs, becomes: 'most', found: 'open' }),
  lead('hostedDomain', 'nextStepAt', { mostMs: dayMs, becomes: 'now', found: 'itself' }),
  lead('hostedImage', 'nextStepAt', { mostMs: 6 * hourMs, becomes: 'now', found: 'itself' }),
  lead('hostedSession', 'expiresAt', {
    mostMs: lifetimeSeconds.most * secondMs,
    becomes: 'most',
    found: 'made',
  }),
  lead('session', 'expiresAt', { mostMs: sessionMs, becomes: 'most', found: 'made' }),
  lead('member', 'invitationExpiresAt', { mostMs: invitationMs, becomes: 'most', found: 'all' }),
  lead('webhookEndpoint', 'previousSecretExpiresAt', {
    mostMs: secretOverlapMs,
    becomes: 'most',
    found: 'all',
  }),
  lead('webhookDelivery', 'nextAttemptAt', { mostMs: retryMs, becomes: 'now', found: 'delivery' }),
  {
    table: 'webhook_lane',
    column: 'due_at',
    clock: 'business',
    mostMs: retryMs,
    becomes: 'now',
    found: 'lane',
  },
  {
    table: 'webhook_lane',
    column: 'next_test_at',
    clock: 'business',
    mostMs: testEveryMs,
    becomes: 'now',
    found: 'lane',
  },
  {
    table: 'webhook_lane',
    column: 'lease_until',
    clock: 'machine',
    mostMs: minuteMs,
    becomes: 'now',
    found: 'lane',
  },
  {
    table: 'webhook_lane',
    column: 'served_at',
    clock: 'machine',
    mostMs: minuteMs,
    becomes: 'now',
    found: 'lane',
  },
  {
    table: 'sign_in_challenge',
    column: 'expires_at',
    clock: 'business',
    mostMs: challengeMs,
    becomes: 'most',
    found: 'all',
  },
  {
    table: 'sign_in_code',
    column: 'expires_at',
    clock: 'business',
    mostMs: codeMs,
    becomes: 'most',
    found: 'all',
  },
  {
    table: 'statement',
    column: 'next_step_at',
    clock: 'business',
    mostMs: dayMs,
    becomes: 'now',
    found: 'itself',
  },
  {
    table: 'seal_round',
    column: 'next_step_at',
    clock: 'business',
    mostMs: dayMs + hourMs,
    becomes: 'now',
    found: 'itself',
  },
  // An event bears no earlier time than the one before it in its log.
  {
    table: 'event_counter',
    column: 'told_at',
    clock: 'business',
    mostMs: minuteMs,
    becomes: 'null',
    found: 'event',
  },
];
