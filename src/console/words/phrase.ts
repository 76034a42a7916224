import { createElement, Fragment, type ReactNode } from 'react';

const locales = { en: 'en-US', es: 'es-419', pt: 'pt-BR' } as const;
export type Language = keyof typeof locales;
export const localeOf = (language: Language): string => locales[language];

/** A text with elements in it: phrase`Pay ${amount} to ${payee}`. */
export const phrase = (texts: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode =>
  createElement(
    Fragment,
    null,
    ...texts.flatMap((text, at): ReactNode[] => (at < values.length ? [text, values[at]] : [text])),
  );

/** The text for one or for several, with the count in the place of "#". */
export function pluralIn(language: Language): (count: number, one: string, other: string) => string {
  const rules = new Intl.PluralRules(locales[language]);
  const numbers = new Intl.NumberFormat(locales[language]);
  return (count, one, other) =>
    (rules.select(count) === 'one' ? one : other).replace('#', numbers.format(count));
}

type Unit = 'day' | 'hour' | 'minute';

/** Time relative to now; a negative count is past. */
export function agoIn(language: Language): (count: number, unit: Unit) => string {
  const [days, hours] = (['long', 'short'] as const).map(
    (style) => new Intl.RelativeTimeFormat(locales[language], { style }),
  );
  return (count, unit) => (unit === 'day' ? days : hours)?.format(count, unit) ?? '';
}

/** The same in the short English form: "3 h ago", "in 2 days". */
export function shortAgo(count: number, unit: Unit, isPast: boolean): string {
  const length = `${count} ${{ day: count > 1 ? 'days' : 'day', hour: 'h', minute: 'min' }[unit]}`;
  return isPast ? `${length} ago` : `in ${length}`;
}
