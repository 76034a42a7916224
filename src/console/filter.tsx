import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { AccountPicker } from './account-picker.js';
import { plainAmount } from './amount.js';
import { bare, catalogue, isList, type Fields } from './catalogue.js';
import type { Noun } from './noun.js';
import { textOf } from './text.js';
import { fieldLabel, stateText } from './words/label.js';
import { words } from './words/speech.js';

type Row = Readonly<Record<string, unknown>>;
export type Search = Readonly<Record<string, string>>;

const filterFields = (noun: Noun): Fields => {
  const { args = {} } = catalogue.queries[noun.many ?? ''] ?? {};
  return catalogue.inputs[bare(args['filter']?.type ?? '')] ?? {};
};

/** The variables of a list query, from the URL. */
export function variablesOf(noun: Noun, search: Search): Row {
  const fields = filterFields(noun);
  const entries = Object.entries(search).filter(([name, value]) => fields[name] && value !== '');
  const filter = entries.map(([name, value]) => {
    const type = fields[name]?.type ?? '';
    const valueOf = (each: string): unknown => valueFor(bare(type), each);
    return [name, isList(type) ? partsOf(type, value).map(valueOf) : valueOf(value)] as const;
  });
  return {
    first: 50,
    ...(search['accountId'] && takes(noun, 'accountId') && { accountId: search['accountId'] }),
    ...(search['after'] && { after: search['after'] }),
    ...(filter.length > 0 && { filter: Object.fromEntries(filter) }),
  };
}

const takes = (noun: Noun, name: string): boolean =>
  catalogue.queries[noun.many ?? '']?.args?.[name] !== undefined;

/** The format of a filter's text, by type, with an example. */
const forms: Readonly<Record<string, { readonly form: RegExp; readonly example: string }>> = {
  Int: { form: /^\d{1,9}$/, example: '409' },
  MetadataPair: { form: /^[^=]+=/, example: 'order_id=1042' },
};

/** Splits a text at its commas. A comma inside a metadata value does not separate pairs. */
const partsOf = (type: string, written: string): string[] =>
  written.split(bare(type) === 'MetadataPair' ? /,(?=[\w.-]{1,40}=)/ : ',');

/** Converts a filter's text from the URL to its GraphQL value. */
function valueFor(type: string, written: string): unknown {
  if (type === 'Int') return Number(written);
  if (type === 'MetadataPair') {
    const [key = ''] = written.split('=', 1);
    return { key, value: written.slice(key.length + 1) };
  }
  return type === 'DateTime' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(written) ? `${written}:00Z` : written;
}

/** In English by the names of the URL. */
const filterName = (name: string): string => (words.language === 'en' ? name : fieldLabel(name));
const stateName = (state: string, type: string): string =>
  words.language === 'en' ? state : stateText(state, type);

/** Faults of the filters in the URL. The list is not queried if there are any. */
export function faultsOf(noun: Noun, search: Search): readonly string[] {
  const fields = filterFields(noun);
  const names = [...(takes(noun, 'accountId') ? ['accountId'] : []), ...Object.keys(fields)];
  return Object.entries(search).flatMap(([name, value]) => {
    if (name === 'after' || value === '') return [];
    if (!names.includes(name)) {
      const known =
        names.length === 0 ? words.list.noFilters : words.list.filtersAre(names.map(filterName).join(', '));
      return [`${words.list.noFilter(name)} ${known}`];
    }
    const { type = '' } = fields[name] ?? {};
    const fault = faultIn(bare(type), partsOf(type, value));
    return fault === undefined ? [] : [`${name}: ${fault}`];
  });
}

function faultIn(type: string, written: readonly string[]): string | undefined {
  const { form, example = '' } = forms[type] ?? {};
  const wrong = form && written.find((each) => !form.test(each));
  if (wrong !== undefined) return words.list.wrongForm(wrong, example);
  const values = Object.keys(catalogue.enums[type] ?? {});
  const unknown = values.length > 0 && written.find((each) => !values.includes(each));
  return unknown
    ? words.list.noValue(unknown, values.map((each) => stateName(each, type)).join(', '))
    : undefined;
}

/** The status first, then by name; the least amount before the most. */
function byUse([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  const key = (name: string): string => (name === 'status' ? '' : name.replace(/Max$/, 'Min+'));
  return key(a).localeCompare(key(b));
}

const enteredIn = (name: string, entered: string): string =>
  /^amount(Min|Max)$/.test(name) ? plainAmount(entered) : entered;

/** A filter that is in use: "Status: failed". */
const usedText = (name: string, value: string, fields: Fields): string =>
  `${fieldLabel(name)}: ${stateText(value, bare(fields[name]?.type ?? ''))}`;

/** The filters that a list takes. */
export function Filters({ noun, search }: { readonly noun: Noun; readonly search: Search }) {
  const navigate = useNavigate();
  const fields: Fields = {
    ...(takes(noun, 'accountId') && { accountId: { type: 'ID' } }),
    ...Object.fromEntries(Object.entries(filterFields(noun)).toSorted(byUse)),
  };
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const entries = Object.keys(fields).map(
      (name) => [name, enteredIn(name, form.getAll(name).map(textOf).join(',').trim())] as const,
    );
    void navigate({ to: '.', search: Object.fromEntries(entries.filter(([, value]) => value !== '')) });
  };
  const used = Object.entries(search).filter(([name]) => fields[name]);
  if (Object.keys(fields).length === 0) return null;
  return (
    <details className="filters" open={used.length > 0 && matchMedia('(min-width: 900px)').matches}>
      <summary>
        {words.list.filters}
        {used.length > 0 && ` (${used.length})`}{' '}
        <small>{used.map(([name, value]) => usedText(name, value, fields)).join(', ')}</small>
      </summary>
      <form onSubmit={apply}>
        {Object.entries(fields).map(([name, { type, words: hint }]) => (
          <label key={name} title={hint}>
            {fieldLabel(name)}
            {bare(type) === 'DateTime' && ' (UTC)'}
            {name === 'accountId' ? (
              <AccountPicker value={search[name] ?? ''} none={words.list.any} />
            ) : (
              <FilterField name={name} type={type} value={search[name] ?? ''} />
            )}
          </label>
        ))}
        <div className="buttons">
          <button type="submit" className="main">
            {words.list.apply}
          </button>
          <button type="button" onClick={() => void navigate({ to: '.', search: {} })}>
            {words.list.clear}
          </button>
        </div>
      </form>
    </details>
  );
}

/** Example values, for filters whose name does not tell the format. */
const examples: Readonly<Record<string, string>> = {
  amountMin: '250.00',
  amountMax: '1000.00',
  apiKeyPrefix: 'psp_…',
  country: 'MX',
  currency: 'MXN',
  day: '2026-11-20',
  destinationCurrency: 'BRL',
  errorCode: 'invalid_parameter',
  eventType: 'payout.completed',
  failureCode: 'account_closed',
  idContains: '7h4q',
  method: 'bank_transfer',
  path: '/v1/payouts',
  prefix: 'psp_…',
  sourceCurrency: 'USDT',
  types: 'payout.completed',
};

function FilterField({
  name,
  type,
  value,
}: {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}) {
  const values = catalogue.enums[bare(type)];
  if (values === undefined) {
    const isTime = bare(type) === 'DateTime';
    const inputValue = isTime ? value.slice(0, 16) : value;
    return (
      <input
        name={name}
        type={isTime ? 'datetime-local' : 'text'}
        defaultValue={inputValue}
        placeholder={forms[bare(type)]?.example ?? examples[name]}
        autoComplete="off"
      />
    );
  }
  return (
    <select name={name} defaultValue={value}>
      <option value="">{words.list.any}</option>
      {Object.keys(values).map((each) => (
        <option key={each} value={each}>
          {stateText(each, bare(type))}
        </option>
      ))}
    </select>
  );
}
