import { href, markup, slug, type Markup, type Part } from '../markup.js';
import type { Words } from './words.js';

/** The answers that a form was sent with, and an error message for each wrong field. */
export type Values = Readonly<Record<string, string>>;
export type Faults = Readonly<Record<string, string>>;

export interface Filled {
  readonly values: Values;
  readonly faults: Faults;
  readonly words: Words;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean;
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'tel' | 'email' | undefined;
  readonly autocomplete?: string | undefined;
  /** Usual length of the value, which sets the width of the input. */
  readonly width?: 'short' | 'middle' | undefined;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

const idOf = (name: string): string => `f-${slug(name)}`;

/** The list of errors at the top of a page; each links to its field. */
export function faultSummary({ faults, words }: Pick<Filled, 'faults' | 'words'>): Markup | undefined {
  const all = Object.entries(faults);
  if (all.length === 0) return undefined;
  return markup`<div class="summary" role="alert" tabindex="-1" id="summary" aria-labelledby="summary-title">
<h2 id="summary-title">${words.problem}</h2>
<ul>${all.map(([name, fault]) => markup`<li><a href="${href(`#${idOf(name)}`)}">${fault}</a></li>`)}</ul>
</div>`;
}

export function textField(field: Field, filled: Filled): Markup {
  const { name, inputMode = 'text', autocomplete = 'off', width = '' } = field;
  const id = idOf(name);
  return around(
    field,
    filled,
    markup`<input class="box ${width}" id="${id}" name="${name}" type="text" inputmode="${inputMode}" autocomplete="${autocomplete}" autocapitalize="off" spellcheck="false" maxlength="250" value="${filled.values[name] ?? ''}" ${described(field, filled)}>`,
  );
}

export function selectField(field: Field, options: readonly Option[], filled: Filled): Markup {
  const { name, autocomplete = 'off' } = field;
  const chosen = filled.values[name] ?? '';
  const isKnown = options.some(({ value }) => value === chosen);
  const none = isKnown ? undefined : markup`<option value="">${filled.words.choose}</option>`;
  return around(
    field,
    filled,
    markup`<select class="box" id="${idOf(name)}" name="${name}" autocomplete="${autocomplete}" ${described(field, filled)}>${none}${isKnown ? listed(options, chosen) : unchosen(options)}</select>`,
  );
}

const listed = (options: readonly Option[], chosen?: string): Markup =>
  markup`${options.map(
    ({ value, label }) =>
      markup`<option value="${value}" ${value === chosen ? markup`selected` : undefined}>${label}</option>`,
  )}`;

const lists = new WeakMap<readonly Option[], Markup>();

/** The options with none selected, as on the first visit. Rendered once per list. */
function unchosen(options: readonly Option[]): Markup {
  const list = lists.get(options) ?? listed(options);
  lists.set(options, list);
  return list;
}

/** Radio buttons, so that all options are visible. The first one has the id that an error links to. */
export function radioField(field: Field, options: readonly Option[], filled: Filled): Markup {
  const { name } = field;
  const id = idOf(name);
  const chosen = filled.values[name];
  const choices = options.map(({ value, label }, index) => {
    const own = index === 0 ? id : `${id}-${index}`;
    const isChosen = value === chosen ? markup`checked` : undefined;
    return markup`<div class="choice"><input type="radio" id="${own}" name="${name}" value="${value}" ${isChosen}><label for="${own}">${label}</label></div>`;
  });
  return markup`<fieldset class="field ${wrong(field, filled)}" ${described(field, filled)}><legend>${field.label}</legend>${notes(field, filled)}<div class="choices">${choices}</div></fieldset>`;
}

function around(field: Field, filled: Filled, control: Markup): Markup {
  const optional =
    field.isOptional === true ? markup` <span class="soft">(${filled.words.optional})</span>` : undefined;
  return markup`<div class="field ${wrong(field, filled)}"><label for="${idOf(field.name)}">${field.label}${optional}</label>${notes(field, filled)}${control}</div>`;
}

const wrong = ({ name }: Field, { faults }: Filled): string => (faults[name] === undefined ? '' : 'wrong');

function notes({ name, hint }: Field, { faults, words }: Filled): Part {
  const fault = faults[name];
  return [
    hint === undefined ? undefined : markup`<p class="hint" id="${idOf(name)}-hint">${hint}</p>`,
    fault === undefined
      ? undefined
      : markup`<p class="fault" id="${idOf(name)}-fault"><span class="unseen">${words.errorPrefix}</span>${fault}</p>`,
  ];
}

/** Attributes that connect a control with its hint and error for screen readers. */
function described({ name, hint }: Field, { faults }: Filled): Part {
  const id = idOf(name);
  const fault = faults[name];
  const ids = [hint === undefined ? [] : [`${id}-hint`], fault === undefined ? [] : [`${id}-fault`]].flat();
  return [
    ids.length === 0 ? undefined : markup`aria-describedby="${ids.join(' ')}" `,
    fault === undefined ? undefined : markup`aria-invalid="true"`,
  ];
}
