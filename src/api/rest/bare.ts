const words: ReadonlySet<string> = new Set(['description', 'summary', 'title']);
const examples: ReadonlySet<string> = new Set(['example', 'examples']);

/**
 * Removes descriptions and examples from an API description. `isNames`: the keys are names of fields, one of
 * which may be `description`.
 */
export function bareOpenapi(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => bareOpenapi(each));
  if (typeof value !== 'object' || value === null) return value;
  const present = Object.entries(value).filter(([name, each]) => {
    if (isNames) return true;
    return !examples.has(name) && !(words.has(name) && typeof each === 'string');
  });
  return Object.fromEntries(
    present.map(([name, each]) => [name, bareOpenapi(each, !isNames && name === 'properties')]),
  );
}
