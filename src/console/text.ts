/** A value of an answer as a text: nothing where it is no single value. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The query of an address holds plain texts: the router would write them as JSON. */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
};
