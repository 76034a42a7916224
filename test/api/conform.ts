import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Response } from 'supertest';
import { expect } from 'vitest';
import { openapiFile } from './sandbox.js';

interface Answer {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}

interface Description {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Answer> }>>;
  components: { responses: Record<string, Answer> };
}

const described = JSON.parse(readFileSync(openapiFile, 'utf8')) as Description;
const operations = Object.values(described.paths).flatMap((path) => Object.values(path));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'v1', ...(closed(described, '') as object) });

/** Clients must bear new fields, but we must not answer with fields that nobody described. */
function closed(part: unknown, at: string): unknown {
  if (Array.isArray(part)) return part.map((each) => closed(each, at));
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(
    Object.entries(part).map(([key, each]) => [key, closed(each, `${at}/${key}`)]),
  );
  const isResource = 'properties' in part && !('additionalProperties' in part) && !at.includes('/allOf');
  return isResource ? { ...inner, additionalProperties: false } : inner;
}

/** Fails unless the description of the operation has this status with a body like this one. */
export function conforms(response: Response, operationId: string): void {
  const operation = operations.find((each) => each.operationId === operationId);
  const answer = operation?.responses[response.status];
  expect(answer, `${operationId} answers ${response.status}: ${response.text}`).toBeDefined();
  const name = answer?.$ref?.replace('#/components/responses/', '');
  const media = (name === undefined ? answer : described.components.responses[name])?.content?.[
    'application/json'
  ];
  const schema = JSON.stringify(media?.schema).replaceAll('"#/components', '"v1#/components');
  const validate = ajv.compile(JSON.parse(schema) as object);
  expect(validate(response.body), `${JSON.stringify(validate.errors)} in ${response.text}`).toBe(true);
  expect(response.text, 'a resource holds no null').not.toMatch(/:null[,}]/);
  expect(response.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
}
