import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations, resolved, type Schema } from '../api/description.js';
import { exampleId } from '../../src/api/field.js';
import { clientOf, openService, type RunningService } from '../setup/running.js';

const bodyBytes = 64 * 1024;
/** Of a processor, of this process, in which both the service and its caller are: many times what a sound body takes. */
const msMost = 40;
/** Of which the least counts: code that just began is cold, and so are the caches of a machine with much to do. */
const tries = 8;

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

/** As many of a part as a body holds, with a comma between. */
const filled = (part: (at: number) => string): string => {
  const parts: string[] = [];
  for (let left = bodyBytes - 2_000; left > 0; left -= (parts.at(-1)?.length ?? 0) + 1)
    parts.push(part(parts.length));
  return parts.join();
};

const heavy: Readonly<Record<string, string>> = {
  'wrong elements': `[${filled(() => '1')}]`,
  'elements of no known value': `[${filled(() => '"x"')}]`,
  objects: `[${filled(() => '{}')}]`,
  'bad keys': `{${filled((at) => `"${at} ?":1`)}}`,
  'keys of bad values': `{${filled((at) => `"k${at}":""`)}}`,
  'texts with U+0000': `[${filled(() => '"\\u0000"')}]`,
  'escaped text': `"${'\\u0041'.repeat((bodyBytes - 2_000) / 6)}"`,
  'a long text': `"${'\u{1F469}'.repeat((bodyBytes - 2_000) / 4)}"`,
  digits: `"${'9'.repeat(bodyBytes - 2_000)}"`,
  'a long number': '9'.repeat(bodyBytes - 2_000),
};

/** The example with another value in each of its places in turn, and beside them. */
function bodiesOf(example: object, schema: Schema, token: string): Map<string, string> {
  const names = new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(example), 'unknown']);
  const bodies = new Map(
    [...names].map((name) => [
      name,
      JSON.stringify({ ...example, [name]: 'the token' }).replace('"the token"', () => token),
    ]),
  );
  if (token.startsWith('{')) bodies.set('', `${JSON.stringify(example).slice(0, -1)},${token.slice(1)}`);
  return bodies;
}

test.each(operations.filter(({ body }) => body !== undefined).map((each) => [each.id, each] as const))(
  '%s takes a bounded time of a processor for a body of whatever kind',
  async (_, { path, method, body, example }) => {
    const client = clientOf(service.baseUrl, service.apiKey);
    const target = path.replace(
      /\{\w+\}/,
      path.includes('beneficiar') ? exampleId('beneficiary') : exampleId('customer'),
    );
    const costOf = async (text: string): Promise<number> => {
      const from = process.cpuUsage();
      await client.call(method, target, { body: text });
      const { user, system } = process.cpuUsage(from);
      return (user + system) / 1_000;
    };
    const dear: string[] = [];
    for (const [what, token] of Object.entries(heavy)) {
      for (const [name, text] of bodiesOf(example ?? {}, resolved(body ?? {}), token)) {
        let least = Number.POSITIVE_INFINITY;
        for (let nth = 0; nth < tries && least > msMost; nth += 1)
          least = Math.min(least, await costOf(text));
        if (least > msMost) dear.push(`${name}: ${what} took ${least.toFixed(0)} ms`);
      }
    }
    expect(dear).toEqual([]);
  },
  60_000,
);
