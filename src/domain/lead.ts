import { expiresIn } from './approval-policy.js';
import type { Noun, Nouns } from './decision.js';
import { lifetimeSeconds } from './hosted-session.js';
import { sendWindowMs } from './intent.js';
import { invitationMs, sessionMs } from './member.js';
import { sentNouns } from './noun/all.js';
import { snake } from './noun/declare.js';
import { operatorSessionMs } from './operator-session.js';
import { challengeMs } from './passkey.js';
import { codeMs } from './sign-in.js';
import { secretOverlapMs, testEveryMs } from './webhook.js';

/**
 * How far in the future a column's times can be when written. Later times were written while the database's clock was
 * wrong: without a correction, their work would wait, or run, until then.
 */
export interface FutureTimeRule {
  readonly table: string;
  readonly column: string;
  readonly clock: 'business' | 'machine';
  readonly mostMs: number;
  /** For rows that may be postponed from their creation: also allowed up to this long after created_at. */
  readonly sinceCreatedMs?: number;
  /**
   * How a wrong time is corrected. `now`: due now, and then set again. `most`: the longest allowed time from now.
   * `null`: removed.
   */
  readonly becomes: 'now' | 'most' | 'null';
  /**
   * How affected rows are found without scanning the table. `itself`: by an index on the column. `due`, `open`: among
   * rows that are due, or that have a next step. `made`: by ids from the future, as the column never changes. `lane`,
   * `delivery`: in lanes with work, and their deliveries. `event`: counters of accounts with events from the future.
   * `all`: a small table.
   */
  readonly found: 'itself' | 'due' | 'open' | 'made' | 'lane' | 'delivery' | 'event' | 'all';
}

type TimeOf<N extends Noun> = {
  [K in keyof Nouns[N]]: Extract<Nouns[N][K], Date> extends never ? never : K;
}[keyof Nouns[N]] &
  string;

type Rule = Pick<FutureTimeRule, 'mostMs' | 'becomes' | 'found'> &
  Partial<Pick<FutureTimeRule, 'clock' | 'sinceCreatedMs'>>;

const lead = <N extends Noun>(noun: N, field: TimeOf<N>, rule: Rule): FutureTimeRule => ({
  table: snake(noun),
  column: snake(field),
  clock: 'business',
  ...rule,
});

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The longest wait between two attempts, plus its jitter of a fifth. */
const retryMs = 1.2 * 8 * hourMs;

export const futureTimeRules: readonly FutureTimeRule[] = [
  ...sentNouns.flatMap((noun) => [
    // Look-ups come at least once an hour. The sandbox bank may delay an order for a day from its creation.
    lead(noun, 'nextStepAt', { mostMs: hourMs, sinceCreatedMs: dayMs, becomes: 'now', found: 'itself' }),
    lead(noun, 'sendBy', { clock: 'machine', mostMs: sendWindowMs, becomes: 'most', found: 'due' }),
  ]),
  lead('intent', 'sendBy', { clock: 'machine', mostMs: sendWindowMs, becomes: 'most', found: 'made' }),
  lead('payin', 'nextStepAt', { mostMs: minuteMs, becomes: 'now', found: 'itself' }),
  lead('payoutBatch', 'nextStepAt', { mostMs: minuteMs, becomes: 'now', found: 'itself' }),
  // Retried at least once an hour; expires with its payment or with the quote of its remittance.
  lead('fundingAccount', 'nextStepAt', { mostMs: dayMs, becomes: 'most', found: 'itself' }),
  lead('fundingAccount', 'expiresAt', { mostMs: dayMs, becomes: 'most', found: 'open' }),
  lead('quote', 'expiresAt', { mostMs: dayMs, becomes: 'most', found: 'made' }),
  lead('remittance', 'nextStepAt', { mostMs: dayMs, becomes: 'most', found: 'itself' }),
  lead('settlementSchedule', 'nextStepAt', { mostMs: 31 * dayMs, becomes: 'most', found: 'itself' }),
  // The next step is the expiry.
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
  lead('operatorSession', 'expiresAt', { mostMs: operatorSessionMs, becomes: 'most', found: 'made' }),
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
  // An event's time is never earlier than that of the event before it in the log.
  {
    table: 'event_counter',
    column: 'told_at',
    clock: 'business',
    mostMs: minuteMs,
    becomes: 'null',
    found: 'event',
  },
];
