import { buildSchema, findBreakingChanges } from 'graphql';
import { describe, expect, it } from 'vitest';
import { bareGraphql } from '../../src/api/graphql/bare.js';
import { bareOpenapi } from '../../src/api/rest/bare.js';
import { incompatible } from '../setup/compatible.js';
import { projectText } from '../setup/source.js';

type Json = Record<string, unknown>;
const jsonOf = (path: string): Json => JSON.parse(projectText(path)) as Json;
const released = jsonOf('schema/released/v1.openapi.json');
const releasedGraphql = projectText('schema/released/schema.graphql');

/** Incompatible changes that the unreleased part of the changelog does not list word for word. */
function undeclared(faults: readonly string[], changelog = projectText('CHANGELOG.md')): string[] {
  const [, unreleased = ''] = /\n## Unreleased\n([^]*?)(?=\n## |$)/.exec(changelog) ?? [];
  const [, declared = ''] = /\n### Incompatible\n([^]*?)(?=\n### |$)/.exec(unreleased) ?? [];
  return faults.filter((fault) => !declared.includes(`\`${fault}\``));
}

const breaking = (before: string, after: string): string[] =>
  findBreakingChanges(buildSchema(before), buildSchema(after)).map(({ description }) => description);

describe('changes since the last release', () => {
  it('keep all promises of REST, or the changelog lists the exception', () => {
    expect(undeclared(incompatible(released, jsonOf('schema/v1.openapi.json')))).toEqual([]);
  });

  it('keep all promises of GraphQL, or the changelog lists the exception', () => {
    expect(undeclared(breaking(releasedGraphql, projectText('schema/schema.graphql')))).toEqual([]);
  });

  it('are compared with the released schemas without descriptions', () => {
    expect(bareOpenapi(released)).toEqual(released);
    expect(bareGraphql(releasedGraphql)).toBe(releasedGraphql);
  });
});

describe('an incompatible change', () => {
  const changelog =
    '# C\n\n## Unreleased\n\n### Incompatible\n\n- `GET /a is gone`\n\n## 1.0\n\n### Incompatible\n\n- `GET /b is gone`\n';
  it('must be listed under the unreleased changes', () => {
    expect(undeclared(['GET /a is gone', 'GET /b is gone'], changelog)).toEqual(['GET /b is gone']);
  });
});

interface Schema extends Json {
  type?: unknown;
  properties: Record<string, Schema>;
  required: string[];
  oneOf: Schema[];
  anyOf: Schema[];
}
interface Document extends Json {
  paths: Record<string, Record<string, Json & { parameters: Json[]; responses: Record<string, Json> }>>;
  webhooks: Json;
  components: { schemas: Record<string, Schema> };
}

/** The faults found after a change to the released description. */
function changed(change: (document: Document) => void): string[] {
  const after = structuredClone(released) as Document;
  change(after);
  return incompatible(released, after);
}

function named(document: Document, name: string): Schema {
  const schema = document.components.schemas[name];
  if (schema === undefined) throw new Error(`no schema ${name}`);
  return schema;
}

describe('a change of REST', () => {
  it('that changes nothing is compatible', () => {
    expect(changed(() => undefined)).toEqual([]);
  });

  const payouts = '/v1/payouts';
  const listed = (d: Document): Json[] => d.paths[payouts]?.['get']?.parameters ?? [];
  const statusIn = (d: Document): number => listed(d).findIndex(({ name }) => name === 'status');
  const incompatibleOnes: [string, (document: Document) => void, string][] = [
    ['a path that is gone', (d) => delete d.paths['/v1/balances'], 'GET /v1/balances is gone'],
    ['a method that is gone', (d) => delete d.paths[payouts]?.['post'], `POST ${payouts} is gone`],
    [
      'a parameter that is gone',
      (d) => listed(d).splice(statusIn(d), 1),
      `GET ${payouts} takes no query status any more`,
    ],
    [
      'a parameter that is needed',
      (d) =>
        d.paths[payouts]?.['get']?.parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
      `GET ${payouts} needs query x`,
    ],
    [
      'a value that a parameter may not have',
      (d) =>
        listed(d).splice(statusIn(d), 1, {
          name: 'status',
          in: 'query',
          schema: { type: 'string', enum: ['completed'] },
        }),
      `GET ${payouts}, query status may not be "failed" any more`,
    ],
    [
      'an event that is gone',
      (d) => delete d.webhooks['payout.completed'],
      'The event payout.completed is gone',
    ],
    [
      'an answer that is gone',
      (d) => delete d.paths[payouts]?.['post']?.responses['201'],
      `POST ${payouts} does not answer 201 any more`,
    ],
    [
      'a field of an answer that is gone',
      (d) => delete named(d, 'Payout').properties['rate'],
      'Payout.rate is gone',
    ],
    [
      'a field of an answer that may be absent',
      (d) => (named(d, 'Payout').required = named(d, 'Payout').required.filter((name) => name !== 'status')),
      'Payout.status may be absent',
    ],
    [
      'a field of an answer that may be something else',
      (d) => Object.assign(named(d, 'Payout').properties['id'] ?? {}, { type: ['string', 'null'] }),
      'Payout.id may be null',
    ],
    [
      'a field that a body needs',
      (d) => named(d, 'CustomerCreate').required.push('email'),
      'CustomerCreate needs email',
    ],
    [
      'a field that a body may not have',
      (d) => delete named(d, 'CustomerCreate').properties['metadata'],
      'CustomerCreate.metadata is not taken any more',
    ],
    [
      'a text that may be less long',
      (d) => Object.assign(named(d, 'CustomerCreate').properties['external_id'] ?? {}, { maxLength: 3 }),
      'CustomerCreate.external_id has another maxLength',
    ],
    [
      'a way to ask that is gone',
      (d) => named(d, 'PayoutCreate').oneOf.pop(),
      'PayoutCreate does not take ["beneficiary_id","quote_id"] any more',
    ],
    [
      'a caller who is not let in',
      (d) => Object.assign(d.paths[payouts]?.['post'] ?? {}, { security: [{ session: [] }] }),
      `POST ${payouts} is not open to apiKey any more`,
    ],
  ];
  it.each(incompatibleOnes)('%s is incompatible', (_what, change, fault) => {
    expect(changed(change)).toContain(fault);
  });

  const compatible: [string, (document: Document) => void][] = [
    ['another path', (d) => Object.assign(d.paths, { '/v1/more': { get: { responses: {} } } })],
    [
      'another field of an answer',
      (d) => Object.assign(named(d, 'Payout').properties, { more: { type: 'string' } }),
    ],
    [
      'another field of a body, that may be left out',
      (d) => Object.assign(named(d, 'CustomerCreate').properties, { more: { type: 'string' } }),
    ],
    [
      'another value of an open enumeration',
      (d) => {
        const [closed] = named(d, 'Payout').properties['status']?.anyOf ?? [];
        (closed as unknown as { enum: string[] }).enum.push('queued');
      },
    ],
    [
      'a value that a parameter may have besides',
      (d) => {
        const status = listed(d)[statusIn(d)];
        (status as unknown as { schema: { enum: string[] } }).schema.enum.push('queued');
      },
    ],
    [
      'an operation that is deprecated',
      (d) => Object.assign(d.paths[payouts]?.['post'] ?? {}, { deprecated: true }),
    ],
  ];
  it.each(compatible)('%s is compatible', (_what, change) => {
    expect(changed(change)).toEqual([]);
  });
});

describe('a change of GraphQL', () => {
  it('is incompatible if it removes a field or requires an argument, and compatible if it adds something', () => {
    const before = 'type Query { a: Int b(c: Int): Int }';
    expect(breaking(before, 'type Query { b(c: Int!): Int }')).toEqual([
      'Query.a was removed.',
      'Query.b arg c has changed type from Int to Int!.',
    ]);
    expect(breaking(before, 'type Query { a: Int b(c: Int, d: Int): Int! e: Int }')).toEqual([]);
  });
});
