import { Refusal } from '../../domain/refusal.js';
import { errorBody, errors, type ErrorCode } from '../error.js';
import { codesOf, type Description } from './description.js';
import { joined, markup, type Markup } from '../markup.js';
import { table } from './prose.js';
import { fieldsOf, type View } from './shape.js';

const howToSee = markup` To see one,
<code>npm run -s psp -- trigger payout.completed</code> brings it about in a sandbox, of whichever type.`;

/** All event types with their meaning and data. */
export function eventTable(description: Description): Markup {
  const { events, components } = description;
  const view: View = { side: 'answer', schemas: components.schemas, placed: new Set() };
  const families = Map.groupBy(events, ({ schema }) => schema);
  const parts = [...families].map(([schema, own]) => {
    const types = table(
      ['Type', 'What happened'],
      own.map(({ type, meaning }) => [markup`<code id="event-${type}">${type}</code>`, markup`${meaning}`]),
    );
    const data = components.schemas[schema]?.properties?.['data'];
    const noun = schema
      .replace(/Event$/, '')
      .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return markup`<h3 id="data-${schema}">${noun}</h3>
${types}
${data && markup`<details class="answer"><summary>Fields of data: ${noun}</summary>${fieldsOf(data, view)}</details>`}`;
  });
  return markup`<p>An event is <code>{id, type, schema_version, occurred_at, livemode, data}</code>: the same in
<a href="#listEvents">the log</a> and in a <a href="#guide-webhooks">webhook</a>.${description.isSandbox && howToSee}</p>
${parts}`;
}

/**
 * All error codes with status, type and meaning (contract §7); codes that no operation returns are listed
 * separately.
 */
export function errorTable(description: Description): Markup {
  const codes = (Object.keys(errors) as ErrorCode[]).sort((a, b) => errors[a].status - errors[b].status);
  const answered = answeredCodes(description);
  const rows = table(
    ['Code', 'Status', 'Type', 'Meaning', 'Retry'],
    codes
      .filter((code) => answered.has(code))
      .map((code) => [
        anchor(code),
        markup`${errors[code].status}`,
        markup`<code>${typeOf(code)}</code>`,
        markup`${errors[code].when}`,
        markup`${advised[code] ?? retryAdvice(errors[code].status)}`,
      ]),
  );
  const others = codes.filter((code) => !answered.has(code)).map(anchor);
  return markup`${rows}
<p>At present, no operation is refused with these codes; accepted operations may still fail with one of them:
${joined(others, ', ')}.</p>`;
}

/** Codes whose cause is not corrected in the request. */
const advised: Readonly<Partial<Record<ErrorCode, string>>> = {
  archived: 'no',
  confirmation_required: 'after confirming',
  customer_not_active: 'once the customer is active',
  insufficient_funds: 'once the balance covers it',
  passkey_required: 'after signing in with a passkey',
  pricing_unavailable: 'later',
  refund_not_supported: 'no',
  risk_blocked: 'no',
};

/** When to retry (contract §7.2). */
function retryAdvice(status: number): string {
  if (status === 429) return 'after the seconds in Retry-After';
  if (status >= 500) return 'with the same Idempotency-Key';
  return [401, 403, 404, 409].includes(status) ? 'no' : 'after correcting it';
}

const anchor = (code: ErrorCode): Markup => markup`<code id="error-${code}">${code}</code>`;

/**
 * Codes of the operations, and codes in the introduction, which are returned before an operation is chosen.
 */
function answeredCodes({ operations, info }: Description): ReadonlySet<string> {
  const refusals = operations.flatMap(({ answers }) => answers.filter(({ status }) => status >= 400));
  const codes = [...info.description.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code);
  return new Set([...refusals.flatMap(codesOf), ...codes]);
}

function typeOf(code: ErrorCode): string {
  const refusal = code === 'internal_error' ? undefined : new Refusal(code, errors[code].when);
  return errorBody(refusal, '').error.type;
}
