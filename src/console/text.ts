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
