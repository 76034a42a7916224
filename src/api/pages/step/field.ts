import type { FieldSpec, FieldWords } from '../../../domain/capability.js';
import { faultOf } from '../../../domain/details.js';
import { isLine } from '../../../domain/text.js';
import type { Markup } from '../../markup.js';
import { selectField, textField, type Filled, type Option, type Values } from '../form.js';
import type { Language } from '../language.js';
import { countryName, type Words } from '../words.js';
import { countries } from '../../../domain/country.js';
import { venezuelanBanks } from '../../../domain/venezuelan-bank.js';

/** The catalogue's fields of a form. Their names on the page have a prefix, so that lists do not collide. */
export interface CatalogueFields {
  readonly prefix: string;
  readonly fields: readonly FieldSpec[];
  readonly language: Language;
  readonly words: Words;
}

/** Names under which browsers offer what people typed into other forms. */
const autocompletes: Readonly<Record<string, string>> = {
  'sender.first_name': 'given-name',
  'sender.last_name': 'family-name',
  'payer.name': 'name',
};

const isCountry = ({ pattern }: FieldSpec): boolean => pattern === '^[A-Z]{2}$';
const isDigits = ({ pattern = '' }: FieldSpec): boolean => /^\^?[0-9()|[\]{},\\d-]+\$?$/.test(pattern);
const nameOf = (prefix: string, { name }: FieldSpec): string => `${prefix}.${name}`;

export function catalogueFields(form: CatalogueFields, filled: Filled): Markup[] {
  const { prefix, fields, language } = form;
  return fields.map((spec) => {
    const said = wordsOf(spec, language);
    const name = nameOf(prefix, spec);
    const field = {
      name,
      label: said.label,
      hint: said.hint,
      isOptional: !spec.required,
      autocomplete: autocompletes[name],
      inputMode: inputModeOf(spec),
    };
    const options = optionsOf(spec, said, language);
    return options ? selectField(field, options, filled) : textField(field, filled);
  });
}

function inputModeOf(spec: FieldSpec) {
  if (spec.type === 'phone') return 'tel' as const;
  if (spec.type === 'email') return 'email' as const;
  return isDigits(spec) ? ('numeric' as const) : undefined;
}

function optionsOf(spec: FieldSpec, said: FieldWords, language: Language): readonly Option[] | undefined {
  if (isCountry(spec)) return countryOptions(language);
  if (isBank(spec)) return banks;
  return spec.enum?.map((value) => ({ value, label: said.values?.[value] ?? value }));
}

const isBank = ({ rule }: FieldSpec): boolean => rule === 'venezuelan_bank';

/** Banks by name: payers know their own bank's name rather than its code. */
const banks: readonly Option[] = Object.entries(venezuelanBanks)
  .map(([value, name]) => ({ value, label: `${name} (${value})` }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'es'));

/** A value of a field as the page shows it: a choice by its label. */
export function shownValue(spec: FieldSpec, value: string, language: Language): string {
  const options = optionsOf(spec, wordsOf(spec, language), language) ?? [];
  return options.find((each) => each.value === value)?.label ?? value;
}

const countryLists = new Map<Language, Option[]>();

export function countryOptions(language: Language): Option[] {
  const found =
    countryLists.get(language) ??
    [...countries]
      .map((value) => ({ value, label: countryName(value, language) }))
      .toSorted((a, b) => a.label.localeCompare(b.label, language));
  countryLists.set(language, found);
  return found;
}

/** A catalogue without these texts is refused at the start. */
function wordsOf({ name, words }: FieldSpec, language: Language): FieldWords {
  const found = words?.[language];
  if (found === undefined) throw new Error(`${name} has no words in ${language}`);
  return found;
}

export interface FieldsRead {
  /** By the field names of the page. */
  readonly values: Values;
  /** The filled-in values, by the field names of the catalogue. */
  readonly filled: Values;
  readonly faults: Readonly<Record<string, string>>;
}

/** Validates what was typed by the rules of the catalogue. Spaces and dashes in numbers are ignored. */
export function readFields({ prefix, fields, language, words }: CatalogueFields, body: Values): FieldsRead {
  const typed = fields.map((spec) => [spec, (body[nameOf(prefix, spec)] ?? '').trim()] as const);
  const cleaned = typed.map(([spec, text]) => [spec, cleanedBy(spec, text)] as const);
  const filled = Object.fromEntries(
    cleaned.filter(([, text]) => text !== '').map(([{ name }, text]) => [name, text]),
  );
  const faults: Record<string, string> = {};
  for (const [spec, text] of cleaned) {
    const { label, error } = wordsOf(spec, language);
    const name = nameOf(prefix, spec);
    if (text === '') {
      if (spec.required)
        faults[name] = spec.enum || isCountry(spec) || isBank(spec) ? words.pickOne(label) : error;
    } else if (!isLine(text)) faults[name] = words.unreadable(label);
    else if (faultOf(spec, filled) !== undefined) faults[name] = error;
  }
  return {
    values: Object.fromEntries(cleaned.map(([spec, text]) => [nameOf(prefix, spec), text])),
    filled,
    faults,
  };
}

function cleanedBy(spec: FieldSpec, text: string): string {
  const bare = text.replace(/[\p{Zs}\t.-]/gu, '');
  const holds = (value: string): boolean =>
    faultOf({ ...spec, required: true }, { [spec.name]: value }) === undefined;
  return !holds(text) && (isDigits(spec) || holds(bare)) && /^[0-9A-Za-z+]*$/.test(bare) ? bare : text;
}

/** Turns dotted names into the nested object that the API takes. */
export function nested(values: Values): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const path = name.split('.');
    const last = path.pop() ?? '';
    let at = whole;
    for (const each of path) at = (at[each] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return whole;
}
