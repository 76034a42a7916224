import { createContext, use, type ReactNode } from 'react';
import type { Refused } from './client.js';
import { textOf } from './text.js';

/** What is wrong with each field, by its name; a field within another has both names, with a dot between. */
export type Faults = Readonly<Record<string, string>>;

const Known = createContext<Faults>({});

/** Shows what is wrong at the fields. */
export const Wrong = ({ faults, children }: { readonly faults: Faults; readonly children: ReactNode }) => (
  <Known value={faults}>{children}</Known>
);

/** The fault of the field that a refusal's `param` names. */
export function faultsOf(refusal: Refused | undefined): Faults {
  const param = textOf(refusal?.told['param']);
  return refusal && param !== '' ? { [param]: refusal.message.replace(`${param}: `, '') } : {};
}

/** Operations of /v1 name a field of their body, and mutations one of their input. */
const isOf = (path: string, param: string): boolean =>
  path === param || path.endsWith(`.${param}`) || param.endsWith(`.${path}`);

export function useFault(path: string): string | undefined {
  return Object.entries(use(Known)).find(([param]) => isOf(path, param))?.[1];
}

/** What a field lacks, in words. */
function lackOf({ validity, type }: HTMLInputElement | HTMLSelectElement): string {
  if (validity.valueMissing)
    return type === 'radio' || type.startsWith('select') ? 'Choose one.' : 'Enter a value.';
  if (validity.badInput) return 'Enter the whole date and time.';
  return validity.patternMismatch ? 'Enter a whole number.' : 'This value is not valid.';
}

const invalidIn = (form: HTMLFormElement): readonly (HTMLInputElement | HTMLSelectElement)[] =>
  [...form.elements].filter(
    (each): each is HTMLInputElement | HTMLSelectElement =>
      (each instanceof HTMLInputElement || each instanceof HTMLSelectElement) && !each.validity.valid,
  );

export const focusInvalid = (form: HTMLFormElement): void => invalidIn(form)[0]?.focus();

/** What is wrong with every field of a form, by the `data-path` of its label or group. */
export function faultsIn(form: HTMLFormElement): Faults {
  return Object.fromEntries(
    invalidIn(form).map((each) => [
      each.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? each.name,
      lackOf(each),
    ]),
  );
}
