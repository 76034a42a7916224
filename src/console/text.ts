import { words } from './words/speech.js';

/** A scalar value as text; empty for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Query parameters are plain texts; the router would write them as JSON. */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
};

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

const points = { en: [',', '.'], es: [',', '.'], pt: ['.', ','] } as const;

/** A plain decimal with the point of the reader's language, for a field to be written in. */
export const pointed = (amount: string): string => amount.replace('.', points[words.language][1]);

/** An amount with the separators of the reader's language. Its decimals are unchanged. */
export function grouped(amount: string): string {
  const [separator, point] = points[words.language];
  const [start = '', sign = '', whole = ''] = /^(-?)(\d*)/.exec(amount) ?? [];
  const rest = amount.slice(start.length).replace('.', point);
  const first = whole.length % 3;
  const thousands = whole.slice(first).match(/\d{3}/g) ?? [];
  return sign + [whole.slice(0, first), ...thousands].filter((group) => group !== '').join(separator) + rest;
}

export const moneyText = ({ amount, currency }: Money): string => `${grouped(amount)} ${currency}`;

/** The sum of each currency, exact: "300.00 MXN". */
export function sumsOf(all: readonly Money[]): readonly string[] {
  const byCurrency = Map.groupBy(all, ({ currency }) => currency);
  return [...byCurrency].map(([currency, some]) => {
    const decimals = Math.max(...some.map(({ amount }) => amount.split('.')[1]?.length ?? 0));
    const units = some.reduce((sum, { amount }) => {
      const [whole = '', part = ''] = amount.split('.');
      return sum + BigInt(whole + part.padEnd(decimals, '0'));
    }, 0n);
    const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
    const [whole, part] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
    return moneyText({
      amount: `${units < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${part}` : ''}`,
      currency,
    });
  });
}
