/** JSON with sorted keys: equal values give equal text, in whatever order they were written. */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  // Values with toJSON, such as dates, are left to JSON.stringify.
  if (typeof value !== 'object' || value === null || writesItself(value)) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(Reflect.get(value, key))]));
}

const writesItself = (value: object): boolean => typeof Reflect.get(value, 'toJSON') === 'function';
