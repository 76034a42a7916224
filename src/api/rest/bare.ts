const words: ReadonlySet<string> = new Set(['description', 'summary', 'title']);
const examples: ReadonlySet<string> = new Set(['example', 'examples']);

/** A description of an API without what is for people alone; a field may be called `description` all the same. */
export function bareOpenapi(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => bareOpenapi(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, each]) => {
    if (isNames) return true;
    return !examples.has(name) && !(words.has(name) && typeof each === 'string');
  });
  return Object.fromEntries(
    kept.map(([name, each]) => [name, bareOpenapi(each, !isNames && name === 'properties')]),
  );
}
