import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Bytes of a body, in either direction. */
export const bodyMost = 256 * 1024;

const description = JSON.parse(
  readFileSync(new URL('../../schema/connector.openapi.json', import.meta.url), 'utf8'),
) as { components: { schemas: Record<string, object> } };

/** A message of the protocol as schema/connector.openapi.json describes it. */
export const schemaOf = (name: string): z.ZodType => {
  const schema = description.components.schemas[name];
  if (schema === undefined) throw new Error(`schema/connector.openapi.json has no ${name}`);
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
};

/** The text of a body as JSON; undefined if it is no JSON in UTF-8, or an object has a key twice. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return hasRepeatedKey(text) ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Reads keys as JSON.parse does, so that two spellings of one key are the same key. */
function hasRepeatedKey(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  const token = /"(?:\\.|[^"\\])*"(\s*:)?|[{}[\]]/g;
  for (const [found, colon] of text.matchAll(token)) {
    if (found === '{') open.push(new Set());
    else if (found === '[') open.push(undefined);
    else if (found === '}' || found === ']') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(found.slice(0, -colon.length)) as string;
      const keys = open.at(-1);
      if (keys?.has(key) === true) return true;
      keys?.add(key);
    }
  }
  return false;
}

/** Canonical text of a body: the order of its fields makes no difference. */
export const canonical = (body: unknown): string =>
  JSON.stringify(body, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
