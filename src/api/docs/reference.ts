import { eventTypes, unemittedTypes, type EventType } from '../../domain/event.js';
import { Refusal } from '../../domain/refusal.js';
import { errorBody, errors, type ErrorCode } from '../error.js';
import { codesOf, type Description } from './description.js';
import { joined, markup, type Markup } from './markup.js';
import { table } from './prose.js';

const eventMeanings: Readonly<Record<EventType, string>> = {
  'funding_account.active': 'It has its instructions and can be paid into.',
  'funding_account.failed': 'The provider did not open it; see failure_code.',
  'payin.completed': 'The payment is credited to the balance.',
  'payin.failed': 'Nothing is credited; see failure_code.',
  'payout.created': 'It was accepted.',
  'payout.completed': 'The provider has paid it.',
  'payout.failed': 'It was not paid; what it reserved is available again. See failure_code.',
  'payout.cancelled': 'It was cancelled before it was sent.',
  'payout.returned': 'The bank sends a completed payout back; refund.status is pending.',
  'payout.return_settled': 'The money that was sent back is available again.',
  'customer.created': 'A customer was registered.',
  'customer.updated': 'Its metadata or compliance status changed.',
  'customer.status_changed': 'It was closed, blocked or unblocked.',
  'beneficiary.created': 'An account to pay was registered.',
  'beneficiary.verified': 'The platform has verified it.',
  'risk.review_required': 'A payout waits for a decision of the platform; data names it in resource.',
  'reconciliation.exception_created': 'Something does not agree with the provider and is looked into.',
  'reconciliation.exception_resolved': 'It has been looked into.',
  'webhook.ping': 'A webhook endpoint is pinged or, where it is failing, tested; it alone gets the event.',
};

/** Every event type there is now, with what it tells. */
export function eventTable(): Markup {
  const types = table(
    ['Type', 'What happened'],
    eventTypes.map((type) => [markup`<code>${type}</code>`, markup`${eventMeanings[type]}`]),
  );
  const silent = unemittedTypes.map((type) => markup`<code>${type}</code>`);
  return markup`${types}
<p>Nothing emits these today, although a webhook endpoint may name them: ${joined(silent, ', ')}.</p>`;
}

/** Every code with its status, its type and when it is answered (contract §7); apart those that nothing answers. */
export function errorTable(description: Description): Markup {
  const codes = (Object.keys(errors) as ErrorCode[]).sort((a, b) => errors[a].status - errors[b].status);
  const answered = answeredCodes(description);
  const rows = table(
    ['Code', 'Status', 'Type', 'Meaning'],
    codes
      .filter((code) => answered.has(code))
      .map((code) => [
        anchor(code),
        markup`${errors[code].status}`,
        markup`<code>${typeOf(code)}</code>`,
        markup`${errors[code].when}`,
      ]),
  );
  const others = codes.filter((code) => !answered.has(code)).map(anchor);
  return markup`${rows}
<p>No operation is refused with these today, although they are codes of this API; what was accepted may still fail for one of
them: ${joined(others, ', ')}.</p>`;
}

const anchor = (code: ErrorCode): Markup => markup`<code id="error-${code}">${code}</code>`;

/** Those of the operations, and those that the introduction tells of: they are answered before there is an operation. */
function answeredCodes({ operations, info }: Description): ReadonlySet<string> {
  const refusals = operations.flatMap(({ answers }) => answers.filter(({ status }) => status >= 400));
  const told = [...info.description.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code);
  return new Set([...refusals.flatMap(codesOf), ...told]);
}

function typeOf(code: ErrorCode): string {
  const refusal = code === 'internal_error' ? undefined : new Refusal(code, errors[code].when);
  return errorBody(refusal, '').error.type;
}
