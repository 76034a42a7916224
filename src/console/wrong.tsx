import { createContext, use, type ReactNode } from 'react';
import type { Refused } from './client.js';
import { textOf } from './text.js';
import { fieldPrefix } from './words/refusal.js';
import { words } from './words/speech.js';

/** The fault of each field, by path: names separated by dots. */
export type Faults = Readonly<Record<string, string>>;

const Known = createContext<Faults>({});

/** Shows faults at their fields. */
export const Wrong = ({ faults, children }: { readonly faults: Faults; readonly children: ReactNode }) => (
  <Known value={faults}>{children}</Known>
);

/** The fault of the field that a refusal's `param` names. */
export function faultsOf(refusal: Refused | undefined): Faults {
  const param = textOf(refusal?.details['param']);
  return refusal && param !== '' ? { [param]: refusal.message.replace(fieldPrefix(param), '') } : {};
}

/** `param` is a path in the body for /v1, and in the input for mutations. */
const isOf = (path: string, param: string): boolean =>
  path === param || path.endsWith(`.${param}`) || param.endsWith(`.${path}`);

export function useFault(path: string): string | undefined {
  return Object.entries(use(Known)).find(([param]) => isOf(path, param))?.[1];
}

/** The fault of an empty or invalid field. */
function lackOf({ validity, validationMessage, type }: HTMLInputElement | HTMLSelectElement): string {
  if (validity.customError) return validationMessage;
  if (validity.valueMissing)
    return type === 'radio' || type.startsWith('select') ? words.act.chooseOne : words.act.enterValue;
  if (validity.badInput) return words.act.enterTime;
  return validity.patternMismatch ? words.act.enterNumber : words.act.invalid;
}

const invalidIn = (form: HTMLFormElement): readonly (HTMLInputElement | HTMLSelectElement)[] =>
  [...form.elements].filter(
    (each): each is HTMLInputElement | HTMLSelectElement =>
      (each instanceof HTMLInputElement || each instanceof HTMLSelectElement) && !each.validity.valid,
  );

export const focusInvalid = (form: HTMLFormElement): void => invalidIn(form)[0]?.focus();

/** Faults of all fields of a form, by the `data-path` of their labels. */
export function faultsIn(form: HTMLFormElement): Faults {
  return Object.fromEntries(
    invalidIn(form).map((each) => [
      each.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? each.name,
      lackOf(each),
    ]),
  );
}
