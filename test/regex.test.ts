import { expect, test } from 'vitest';
import { wholePattern } from '../src/domain/details.js';
import { idPattern } from '../src/domain/id.js';
import { prefixes, type IdKind } from '../src/domain/noun/prefix.js';
import { costFault, regexesOf, type Literal } from './setup/regex.js';
import { projectText, sourceFiles } from './setup/source.js';

const files = sourceFiles('src');
const found = files.map(regexesOf);
const literals = found.flatMap((each) => each.literals);

const patternsOf = (path: string): string[] => {
  const patterns = new Set<string>();
  JSON.parse(projectText(path), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value);
    return value;
  });
  return [...patterns];
};
const catalogued = patternsOf('config/catalogue.json').map(wholePattern);
const printed = ['schema/v1.openapi.json', 'schema/connector.openapi.json']
  .flatMap(patternsOf)
  .map((pattern) => new RegExp(pattern, 'u'));
const ids = (Object.keys(prefixes) as IdKind[]).map((kind) => new RegExp(idPattern(kind)));

/** Expressions that are made at run time, and all that is made there. The list is exact. */
const made: Readonly<Record<string, readonly RegExp[]>> = {
  // By the name of a table in our own migrations.
  "src/adapters/postgres/publication.ts: new RegExp(`\\\\b${table}\\\\b`, 'i')": [/\bpayout\b/i],
  'src/api/field.ts: new RegExp(idPattern(kind))': ids,
  "src/api/rest/account.ts: new RegExp(idPattern('apiKey', 'member'))": [
    new RegExp(idPattern('apiKey', 'member')),
  ],
  "src/api/rest/redact.ts: new RegExp(pattern, 'u')": printed,
  "src/domain/details.ts: new RegExp(`^(?:${pattern})$`, 'u')": catalogued,
  'src/domain/id.ts: new RegExp(`^[a-z]{2,5}_${rest}$`)': [/^[a-z]{2,5}_[0-9a-z]{1,64}$/],
  'src/domain/id.ts: new RegExp(idPattern(kind))': ids,
  // Compiled to see whether a browser would read it; no text is matched.
  "src/main/catalogue-check.ts: new RegExp(pattern, 'v')": [],
};

test('each regular expression of the source takes linear time', () => {
  expect(literals.length).toBeGreaterThan(200);
  const unique = new Map(literals.map((each) => [`/${each.pattern}/${each.flags}`, each]));
  const slow = [...unique.values()].flatMap((each) => {
    const fault = costFault(each);
    return fault === undefined ? [] : [`${each.path}: /${each.pattern}/${each.flags}: ${fault}`];
  });
  expect(slow).toEqual([]);
});

test('each regular expression built at run time takes linear time, also from the catalogue and the printed schemas', () => {
  expect(found.flatMap((each) => each.made).toSorted()).toEqual(Object.keys(made).toSorted());
  const slow = Object.values(made)
    .flat()
    .flatMap(({ source, flags }) => {
      const fault = costFault({ pattern: source, flags });
      return fault === undefined ? [] : [`/${source}/${flags}: ${fault}`];
    });
  expect(slow).toEqual([]);
});

test.each<[string, Pick<Literal, 'pattern' | 'flags'>]>([
  ['a repetition inside a repetition', { pattern: '^(a+)+$', flags: '' }],
  ['two repetitions side by side', { pattern: '^[^/]+(#.*)?\\s$', flags: '' }],
  ['a repetition that may begin anywhere', { pattern: '<!DOCTYPE[^>]*\\[', flags: 'i' }],
  ['what automata do not decide', { pattern: '(?<=a)b+c', flags: '' }],
])('%s is rejected', (_, literal) => {
  expect(costFault(literal)).toBeDefined();
});
