import type { Capability } from '../../../domain/capability.js';
import { isLine } from '../../../domain/text.js';
import type { PayeeAsk } from '../../../usecases/hosted-session-confirm.js';
import { href, markup, type Markup } from '../../markup.js';
import { radioField, textField, type Faults, type Filled, type Values } from '../form.js';
import type { Visit } from '../visit.js';
import { methodName, payeeName } from '../../../domain/method-name.js';
import { countryName } from '../words.js';
import { catalogueFields, nested, readFields, type CatalogueFields } from './field.js';

/** An account that the customer has paid before. Only its label and last digits are shown. */
export interface KnownPayee {
  readonly id: string;
  readonly label: string | null;
  readonly accountHint: string;
}

export interface PayeeRead {
  readonly values: Values;
  readonly faults: Faults;
  readonly payee: PayeeAsk | undefined;
}

const labelMax = 80;

export function readPayee(
  body: Values,
  visit: Visit,
  ask: { route: Capability; known: readonly KnownPayee[] },
): PayeeRead {
  const { words } = visit;
  const payee = body['payee'] ?? (ask.known.length > 0 ? '' : 'new');
  if (payee !== 'new') {
    const known = ask.known.find(({ id }) => id === payee);
    const faults: Faults = known ? {} : { payee: words.pickOne(words.beneficiary.who) };
    return { values: { payee }, faults, payee: known && { id: known.id } };
  }
  const read = readFields(payeeFields(visit, ask.route), body);
  const label = (body['label'] ?? '').trim();
  const faults: Record<string, string> = { ...read.faults };
  const said = words.beneficiary.label;
  if (label !== '' && !isLine(label)) faults['label'] = words.unreadable(said);
  else if (Array.from(label).length > labelMax) faults['label'] = words.tooLong(said, labelMax);
  const isWhole = Object.keys(faults).length === 0;
  return {
    values: { payee, label, ...read.values },
    faults,
    payee: isWhole ? { details: nested(read.filled), ...(label !== '' && { label }) } : undefined,
  };
}

export const payeeFields = (
  { language, words }: Visit,
  { beneficiaryFields = [] }: Capability,
): CatalogueFields => ({
  prefix: 'details',
  fields: beneficiaryFields,
  language,
  words,
});

export function payeePage(
  visit: Visit,
  { route, known, faults }: { route: Capability; known: readonly KnownPayee[]; faults: Faults },
): Markup {
  const { words, values, base, language } = visit;
  const { beneficiary: said } = words;
  const filled: Filled = { values, faults, words };
  const fields = markup`${catalogueFields(payeeFields(visit, route), filled)}
${textField({ name: 'label', label: said.label, hint: said.labelHint, isOptional: true, width: 'middle' }, filled)}`;
  const choice =
    known.length === 0
      ? undefined
      : radioField(
          { name: 'payee', label: said.who },
          [
            ...known.map((each) => ({
              value: each.id,
              label: payeeName({ label: each.label, hint: each.accountHint, method: route.method }, language),
            })),
            { value: 'new', label: said.other },
          ],
          filled,
        );
  return markup`<p class="lead">${said.lead(methodName(route.method, language), countryName(route.country ?? '', language))}</p>
<form id="step" method="post" action="${href(`${base}/beneficiary`)}" novalidate>
${choice}
${choice === undefined ? fields : markup`<div class="when-new">${fields}</div>`}
<button class="main" name="go" value="next">${words.next}</button>
</form>`;
}
