import { operations, type Schema } from '../api/description.js';
import type { Report } from './run.js';

/** A wrong answer, with everything needed to repeat its request. */
export interface Failure {
  readonly index: number;
  readonly mutation: string;
  readonly faults: readonly string[];
  readonly curl: string;
  readonly answer: string;
}

/** `operation status [code]` of every documented answer. */
export function documented(): string[] {
  return operations.flatMap(({ id, answers }) =>
    [...answers].flatMap(([status, schema]) =>
      status < 400 ? [`${id} ${status}`] : codesOf(schema).map((code) => `${id} ${status} ${code}`),
    ),
  );
}

function codesOf(schema: Schema | undefined): readonly string[] {
  const codes = schema?.allOf?.at(-1)?.properties?.['error']?.properties?.['code']?.anyOf?.[0]?.enum;
  if (codes === undefined) throw new Error('an error answer does not list its codes');
  return codes;
}

/** Documented answers that were not reached, one line per status and code, without those that other tests reach. */
export function unreached({ reached }: Report, unreachable: readonly RegExp[] = []): string[] {
  const missing = new Map<string, string[]>();
  for (const way of documented()) {
    if (reached.has(way)) continue;
    const [operation = '', ...answer] = way.split(' ');
    if (unreachable.some((each) => each.test(`${answer.join(' ')}: ${operation}`))) continue;
    missing.set(answer.join(' '), [...(missing.get(answer.join(' ')) ?? []), operation]);
  }
  return [...missing]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([answer, ids]) => `${answer}: ${ids.length > 12 ? `${ids.length} operations` : ids.join(', ')}`);
}

/** One failure of each kind, with what is needed to repeat it. `file`: the test that found it. */
export function failuresText(
  file: string,
  { seed, failures }: { readonly seed: number; readonly failures: readonly Failure[] },
): string {
  const kinds = new Map(failures.toReversed().map((each) => [each.faults.join().slice(0, 100), each]));
  const lines = [...kinds.values()]
    .slice(0, 12)
    .map(({ index, mutation, faults, curl, answer }) =>
      [
        `request ${index} of seed ${seed}, ${mutation}`,
        ...faults.map((fault) => `  - ${fault.slice(0, 500)}`),
        `  ${curl.length > 4000 ? `${curl.slice(0, 4000)}… (${curl.length} characters)` : curl}`,
        `  ${answer.slice(0, 600)}`,
      ].join('\n'),
    );
  const head = `${failures.length} wrong answers; the same again: SOAK_SEED=${seed} npx vitest run test/fuzz/${file}`;
  return [head, ...lines].join('\n\n');
}
