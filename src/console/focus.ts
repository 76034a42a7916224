type Input = HTMLInputElement | HTMLSelectElement;

const inputsIn = (container: ParentNode): readonly Input[] =>
  [...container.querySelectorAll<Input>('input, select')].filter(
    (each) => !each.matches(':disabled') && each.checkVisibility(),
  );

const isMissing = ({ required, validity }: Input): boolean => required && validity.valueMissing;

/** The first field that has to be filled in, or else the first of all. */
export function firstToFill(container: ParentNode): HTMLElement | undefined {
  const inputs = inputsIn(container);
  return inputs.find(isMissing) ?? inputs[0];
}

/** Moves the focus to the next field that has to be filled in, so that nobody has to point at it. */
export function focusNext(from: HTMLElement): void {
  const inputs = inputsIn(from.closest('form') ?? document);
  const isAfter = (each: Input): boolean =>
    (from.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  inputs.find((each) => isAfter(each) && isMissing(each))?.focus();
}

/** Goes on from a field that a choice made by the form has filled in meanwhile. */
export function leaveFilled(form: HTMLFormElement): void {
  const { activeElement } = document;
  const isFilled =
    activeElement instanceof HTMLInputElement && form.contains(activeElement) && activeElement.value !== '';
  if (isFilled) firstToFill(form)?.focus();
}

/** Whether a click comes from a mouse or a finger. Keys click too: with them a person goes on by themselves. */
export const isPointed = ({ detail }: { readonly detail: number }): boolean => detail > 0;
