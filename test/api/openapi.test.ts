import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { errors, errorTypes } from '../../src/api/error.js';
import { readJson } from '../../src/api/json.js';
import { codesOf, openapi } from '../../src/api/rest/openapi.js';
import { dashboardRoutes } from '../../src/api/rest/dashboard.js';
import { routes } from '../../src/api/rest/routes.js';
import { eventTypes } from '../../src/domain/event.js';
import { payoutExample } from '../../src/api/rest/payout-shape.js';
import { misfitEvent } from './description.js';
import { openapiFile } from './sandbox.js';

interface Media {
  schema: object;
  example?: unknown;
}
interface Response {
  $ref?: string;
  headers?: object;
  content?: Record<string, Media>;
}
interface Described {
  operationId: string;
  parameters?: { $ref?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
}
interface Description {
  servers: { url: string; variables: object }[];
  webhooks: object;
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, object>; responses: Record<string, Response> };
}

const printed = JSON.parse(readFileSync(openapiFile, 'utf8')) as Description;
const operations = Object.values(printed.paths).flatMap((path) => Object.values(path));

// References are relative to the whole document, so the schemas are compiled within it.
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'v1', ...printed });
const inDocument = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"v1#/components')) as object;

function resolved(response: Response): Response {
  const name = response.$ref?.replace('#/components/responses/', '');
  return (name === undefined ? response : printed.components.responses[name]) ?? {};
}

describe('the description of /v1', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(
      JSON.parse(readFileSync(openapiFile, 'utf8')) as Record<string, unknown>,
    );
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('matches the route table', () => {
    expect(printed).toEqual(JSON.parse(JSON.stringify(openapi())));
  });

  it('names each operation once', () => {
    const ids = operations.map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(routes.length + dashboardRoutes.length + 1);
  });

  it('has no broken references', () => {
    const references = JSON.stringify(printed).matchAll(/"\$ref":"#\/([^"]+)"/g);
    const missing = [...references]
      .map(([, path = '']) => path)
      .filter(
        (path) =>
          path.split('/').reduce<unknown>((part, key) => Reflect.get(Object(part), key), printed) ===
          undefined,
      );
    expect(missing).toEqual([]);
  });

  it('every operation with a key can name the account, and no other operation can', () => {
    const taking = operations.filter((operation) =>
      operation.parameters?.some(({ $ref }) => $ref === '#/components/parameters/PlatformAccount'),
    );
    const ofMembers = dashboardRoutes.filter(({ isOfMember }) => isOfMember);
    const expected = [...routes, ...ofMembers].map((row) => row.operationId);
    expect(new Set(taking.map(({ operationId }) => operationId))).toEqual(new Set(expected));
  });

  it('keeps responses open, and closes requests and error types', () => {
    const schema = printed.components.schemas['QuoteCreate'];
    expect(JSON.stringify(schema).match(/"anyOf":|"enum":\["source","destination"\]/g)).toHaveLength(2);
    const answered = JSON.stringify(printed.components.schemas['Payout']);
    expect([...answered.matchAll(/"enum":/g)].length).toBeGreaterThan(3);
    const opened = /"anyOf":\[\{"type":"string","enum":[^}]+\},\{"type":"string"\}\]/g;
    expect(answered.replaceAll(opened, '')).not.toContain('"enum":');
    const error = JSON.stringify(printed.components.schemas['Error']);
    expect(error).toContain(`"type":{"type":"string","enum":${JSON.stringify(errorTypes)},`);
  });

  it('can be imported by its URL, for the account of the key', () => {
    expect(printed.servers).toMatchObject([
      { url: '{origin}', variables: { origin: { default: expect.stringMatching(/^http:/) as unknown } } },
    ]);
    const header = (printed.components as { parameters?: Record<string, object> }).parameters?.[
      'PlatformAccount'
    ];
    expect(header).toMatchObject({ schema: { default: '' } });
    expect(JSON.stringify(header)).not.toContain('example');
    // Generators write a file for each name, and file systems may ignore case.
    const names = Object.values(printed.components).flatMap((part) => Object.keys(part));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  it('lists every event under webhooks, with the schema of its data', () => {
    expect(Object.keys(printed.webhooks)).toEqual(eventTypes);
    const id = (prefix: string) => `${prefix}_01k9zq3v5e8x7m2n4p6r8t0w1y`;
    const event = {
      id: id('evt'),
      schema_version: 1,
      occurred_at: payoutExample.created_at,
      livemode: false,
    };
    const created = { ...event, type: 'payout.created', data: payoutExample };
    expect(misfitEvent(created)).toBeUndefined();
    expect(misfitEvent({ ...created, data: { ...payoutExample, description: 'x' } } as never)).toMatch(
      'description',
    );
    expect(misfitEvent({ ...created, type: 'payout.failed' })).toBeUndefined();
    expect(misfitEvent({ ...created, type: 'payin.failed' })).toMatch('must');
  });

  it('has no unused components', () => {
    const text = JSON.stringify(printed);
    const names = Object.keys(printed.components.schemas);
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([]);
  });
});

const ofTheDescription = [
  'invalid_parameter',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
] as const;

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_id, operation) => {
    it('has examples that match their schemas', () => {
      const media = [operation.requestBody, ...Object.values(operation.responses).map(resolved)].flatMap(
        (part) => Object.values(part?.content ?? {}),
      );
      for (const { schema, example } of media) {
        if (example === undefined) continue;
        const validate = ajv.compile(inDocument(schema));
        expect([validate(example), validate.errors]).toEqual([true, null]);
      }
    });

    it('lists the codes of each status', () => {
      const row = [...routes, ...dashboardRoutes].find((each) => each.operationId === operation.operationId);
      const listed = Object.entries(operation.responses).flatMap(([status, response]) => {
        const schema = JSON.stringify(resolved(response).content);
        const codes = [
          ...(/"code":\{"anyOf":\[\{"enum":\[([^\]]+)\]/.exec(schema)?.[1] ?? '').matchAll(/"(\w+)"/g),
        ];
        return codes.map(([, code]) => [code, Number(status)]);
      });
      expect(Object.fromEntries(listed)).toEqual(
        Object.fromEntries(
          // The description itself is not in the route table; it has no parameters and no body.
          (row ? codesOf(row) : ofTheDescription).map((code) => [code, errors[code].status]),
        ),
      );
      expect(listed.map(([name]) => name)).toEqual(expect.arrayContaining([...(row?.errors ?? [])]));
    });
  },
);

describe('a body schema', () => {
  const bodies = operations.flatMap((operation) => Object.values(operation.requestBody?.content ?? {}));
  it('refuses every unknown field', () => {
    for (const { schema, example } of bodies) {
      const validate = ajv.compile(inDocument(schema));
      expect(validate({ ...(example as object), unknown: 1 })).toBe(false);
    }
  });

  it('refuses unsafe metadata keys', () => {
    const validate = ajv.compile({ $ref: 'v1#/components/schemas/CustomerUpdate' });
    const withKey = (key: string): unknown => JSON.parse(`{"metadata":{"${key}":"v"}}`);
    expect(validate(withKey('proto'))).toBe(true);
    expect(validate(withKey('__proto__'))).toBe(false);
    expect(() => readJson(Buffer.from(JSON.stringify(withKey('__proto__'))))).toThrow('metadata.__proto__');
  });
});
