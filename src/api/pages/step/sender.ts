import type { Capability, FieldSpec } from '../../../domain/capability.js';
import { isCountry } from '../../../domain/country.js';
import type { Profile } from '../../../domain/customer.js';
import { isLine } from '../../../domain/text.js';
import { href, markup, type Markup } from '../../markup.js';
import { radioField, selectField, textField, type Faults, type Filled, type Values } from '../form.js';
import type { Visit } from '../visit.js';
import { catalogueFields, countryOptions, nested, readFields, type CatalogueFields } from './field.js';

export interface Sender {
  readonly type: 'individual' | 'business';
  readonly country: string;
  readonly displayName: string;
  readonly profile: Profile;
}

export interface SenderRead {
  readonly values: Values;
  readonly faults: Faults;
  readonly sender: Sender | undefined;
  readonly payer: Values;
  /** The form was for a person and is now for a company, or the reverse. It is shown again. */
  readonly isOtherForm: boolean;
}

const nameMax = 200;
/** Asked once, as the sender's country of residence. */
const residence = 'address.country';

/** Reads the sender. The page has the fields that the route needs, and a name field if those do not contain a name. */
export function readSender(body: Values, visit: Visit, route: Capability): SenderRead {
  const { words } = visit;
  const type = typeOf(body);
  const form = senderFields(visit, route, type);
  const read = readFields(form, body);
  const paid = readFields({ ...form, prefix: 'pay', fields: payerFields(route) }, body);
  const own = { type, country: body['sender.country'] ?? '', name: (body['sender.name'] ?? '').trim() };
  const isNamed = hasNames(form.fields);
  const has = (name: string): boolean => body[name] !== undefined;
  const displayName = isNamed
    ? `${read.filled['first_name'] ?? ''} ${read.filled['last_name'] ?? ''}`.trim()
    : own.name;
  const faults: Record<string, string> = {};
  if (!isNamed) {
    const label = words.sender.name;
    if (own.name === '') faults['sender.name'] = words.sender.nameMissing;
    else if (!isLine(own.name)) faults['sender.name'] = words.unreadable(label);
    else if (Array.from(own.name).length > nameMax) faults['sender.name'] = words.tooLong(label, nameMax);
  }
  if (body['sender.type'] !== type) faults['sender.type'] = words.pickOne(words.sender.type);
  if (!isCountry(own.country)) faults['sender.country'] = words.pickOne(words.sender.country);
  const all = { ...faults, ...read.faults, ...paid.faults };
  const values = {
    'sender.type': type,
    'sender.name': own.name,
    'sender.country': own.country,
    ...read.values,
    ...paid.values,
  };
  const isWhole = Object.keys(all).length === 0;
  const lives = route.customerFields?.some(({ name }) => name === residence)
    ? { [residence]: own.country }
    : {};
  return {
    values,
    faults: all,
    payer: paid.filled,
    sender: isWhole
      ? { type, country: own.country, displayName, profile: nested({ ...read.filled, ...lives }) as Profile }
      : undefined,
    isOtherForm: isNamed
      ? has('sender.name') && !has('sender.first_name')
      : has('sender.first_name') && !has('sender.name'),
  };
}

const typeOf = (body: Values): Sender['type'] =>
  body['sender.type'] === 'business' ? 'business' : 'individual';
const hasNames = (fields: readonly FieldSpec[]): boolean =>
  ['first_name', 'last_name'].every((name) => fields.some((field) => field.name === name));

function senderFields({ language, words }: Visit, route: Capability, type: Sender['type']): CatalogueFields {
  const fields = (route.customerFields ?? []).filter(
    ({ customerType, name }) => (customerType === undefined || customerType === type) && name !== residence,
  );
  return { prefix: 'sender', fields, language, words };
}

/** A payer is asked only for the fields that a payment requires. */
const payerFields = ({ paymentMethodFields = [], sourceMethod }: Capability): FieldSpec[] =>
  sourceMethod === undefined ? [] : paymentMethodFields.filter(({ required }) => required);

export function senderPage(visit: Visit, route: Capability, faults: Faults): Markup {
  const { words, values, base, language } = visit;
  const { sender: said } = words;
  const country = values['sender.country'] ?? visit.country ?? '';
  const type = typeOf(values);
  const filled: Filled = {
    values: { ...values, 'sender.country': country, 'sender.type': type },
    faults,
    words,
  };
  const form = senderFields(visit, route, type);
  const types = (['individual', 'business'] as const).map((value) => ({ value, label: said[value] }));
  const name = hasNames(form.fields)
    ? undefined
    : textField(
        {
          name: 'sender.name',
          label: said.name,
          hint: said.nameHint,
          autocomplete: type === 'business' ? 'organization' : 'name',
        },
        filled,
      );
  return markup`<p class="lead">${said.lead}</p>
<form id="step" method="post" action="${href(`${base}/sender`)}" novalidate>
${radioField({ name: 'sender.type', label: said.type }, types, filled)}
${name}
${selectField({ name: 'sender.country', label: said.country, autocomplete: 'country' }, countryOptions(language), filled)}
${catalogueFields(form, filled)}
${catalogueFields({ ...form, prefix: 'pay', fields: payerFields(route) }, filled)}
<button class="main" name="go" value="next">${words.next}</button>
</form>`;
}
