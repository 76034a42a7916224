import { unemittedTypes } from '../../domain/event.js';
import { Refusal } from '../../domain/refusal.js';
import { errorBody, errors, type ErrorCode } from '../error.js';
import { codesOf, type Description } from './description.js';
import { joined, markup, type Markup } from '../markup.js';
import { table } from './prose.js';

/** Every event type there is now, with what it tells. */
export function eventTable({ events }: Description): Markup {
  const types = table(
    ['Type', 'What happened'],
    events.map(([type, meaning]) => [markup`<code>${type}</code>`, markup`${meaning}`]),
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
