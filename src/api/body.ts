import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { othersAtFault, refuse, type RefusalCode } from '../domain/refusal.js';
import { errors } from './error.js';
import { dotted, readJson, type ReadJson } from './json.js';
import { overfull } from './size.js';
import { wordsOf } from './wording.js';

/** Where an operation's contract names another code or param for a bad value than `invalid_parameter`. */
export type ValueFault = (param: string) => { readonly code: RefusalCode; readonly param: string };

type Issue = z.core.$ZodIssue;

/** Of every request (contract part 8). */
export const bodyBytesMax = 64 * 1024;

/** A semicolon may stand alone (RFC 9110 §5.6.6), and many a client means utf-8 by utf8. */
const json = /^application\/json\s*(;\s*)*(;\s*charset\s*=\s*("utf-?8"|utf-?8)\s*(;\s*)*)?$/i;
/** RFC 7111 and RFC 4180 have a CSV say whether it has a header. */
const file = /^([a-z]+\/[a-z]+)\s*(;\s*(charset\s*=\s*("utf-?8"|utf-?8)|header\s*=\s*present)\s*)*$/i;
const emptyBody: ReadJson = { value: {} };

/**
 * 415 unless the request brings plain JSON. An operation that needs no body judges the type only of one that is there:
 * without a length, that is known once it is read.
 */
export function checkMediaType(
  headers: IncomingHttpHeaders,
  isNeeded: boolean,
  files: readonly string[] = [],
): void {
  checkEncoding(headers);
  if (!isNeeded && !bringsBody(headers)) {
    // The framework would judge it all the same, and refuse what it cannot read as broken.
    delete headers['content-type'];
    return;
  }
  const type = headers['content-type'];
  const isToBeRead = !isNeeded && headers['content-length'] === undefined;
  if (type === undefined ? !isToBeRead : !json.test(type.trim()) && fileTypeOf(headers, files) === undefined)
    refuseType(files);
}

/** Which of these media types a file has; undefined: it has another, or the body is JSON. */
export function fileTypeOf(headers: IncomingHttpHeaders, files: readonly string[]): string | undefined {
  const [, type = ''] = file.exec(headers['content-type']?.trim() ?? '') ?? [];
  return files.find((each) => each === type.toLowerCase());
}

/** 415 for an encoded body. */
export function checkEncoding(headers: IncomingHttpHeaders): void {
  if (headers['content-encoding'] !== undefined) {
    refuse('unsupported_media_type', 'Content-Encoding is not supported; send the body uncompressed.');
  }
}

function refuseType(files: readonly string[] = []): never {
  const types = ['application/json', ...files].join(' or ');
  return refuse(
    'unsupported_media_type',
    `The Content-Type is not supported; send ${types} (charset utf-8).`,
  );
}

/** 415 for a body that came without a length and without a type. */
export function checkTypeOfRead(body: unknown, headers: IncomingHttpHeaders): void {
  if (bytesOf(body).length > 0 && headers['content-type'] === undefined) refuseType();
}

/** A body that no operation reads, as that of a GET: 413 if it is too large. */
export async function checkUnread(request: IncomingMessage): Promise<void> {
  const stated = request.headers['content-length'];
  let length = Number(stated ?? 0);
  if (stated === undefined && request.headers['transfer-encoding'] !== undefined) {
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      length += (part as Buffer).length;
      if (length > bodyBytesMax) break;
    }
  }
  if (length <= bodyBytesMax) return;
  // The rest of the body flows by until the connection closes, lest the caller be cut off before he has the answer.
  request.resume();
  refuse('body_too_large', errors.body_too_large.when);
}

/** 413 for a body that is above its own limit, and below that of another type of the same operation. */
export function checkLength(body: unknown, most: number): void {
  if (bytesOf(body).length > most) refuse('body_too_large', errors.body_too_large.when);
}

/** The body as JSON; an operation that needs no body takes nothing and `{}` alike. */
export function readBody(body: unknown, isNeeded: boolean): ReadJson {
  const bytes = bytesOf(body);
  return bytes.length === 0 && !isNeeded ? emptyBody : readJson(bytes);
}

export const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array());

/**
 * The typed body, or a refusal by the first fault: unknown field and wrong JSON type (null too) are `invalid_body`
 * and come before bad values, but for what is too long to be looked through, which are `invalid_parameter`
 * (supplement §1, §9). `param` is the dotted path.
 */
export function checkBody<B>(schema: z.ZodType<B>, body: ReadJson, valueFault?: ValueFault): B {
  const over = overfull(schema, body.value);
  if (over !== undefined) {
    const param = dotted(over.path);
    refuseValue(`${param}: has too many ${over.what}; send at most ${over.most}.`, param, valueFault);
  }
  const result = schema.safeParse(body.value, { error: wordsOf });
  const issues = result.error?.issues ?? [];
  const wrong = issues.find((issue) => isStructural(issue, body.value));
  if (wrong !== undefined) {
    const unknownKey = wrong.code === 'unrecognized_keys' ? wrong.keys.slice(0, 1) : [];
    const param = dotted([...wrong.path, ...unknownKey]);
    refuse('invalid_body', `${param}: ${wrong.message}.${othersIn(issues, wrong)}`, { param });
  }
  if (body.nul !== undefined) refuseValue(`${body.nul}: contains U+0000; remove it.`, body.nul, valueFault);
  const [issue] = issues;
  if (issue !== undefined) {
    const param = dotted(issue.path);
    const message = `${param}: ${issue.message}.${othersIn(issues, issue)}`;
    if (valueAt(body.value, issue.path) === undefined) refuse('invalid_parameter', message, { param });
    refuseValue(message, param, valueFault);
  }
  if (!result.success) throw new Error('a body was refused without an issue');
  return result.data;
}

/** The other elements of a list that are at fault, up to ten with the first: all can be put right at once. */
function othersIn(issues: readonly Issue[], { path: [list, first] }: Issue): string {
  if (typeof first !== 'number') return '';
  const others = new Map<number, string>();
  for (const { path } of issues) {
    const [name, index] = path;
    if (name !== list || typeof index !== 'number' || index === first || others.has(index)) continue;
    others.set(index, dotted(path));
  }
  return othersAtFault([...others].sort(([a], [b]) => a - b).map(([, name]) => name));
}

function refuseValue(message: string, param: string, valueFault: ValueFault | undefined): never {
  const fault = valueFault?.(param) ?? { code: 'invalid_parameter', param };
  return refuse(fault.code, message, { param: fault.param });
}

function isStructural(issue: Issue, body: unknown): boolean {
  if (issue.code === 'unrecognized_keys') return true;
  if (issue.code !== 'invalid_type' && issue.code !== 'invalid_value') return false;
  const value = valueAt(body, issue.path);
  if (value === undefined) return false;
  // Zod calls a fraction, or a number beyond all numbers, a wrong type, and an unknown text of an enumeration a wrong
  // value, whatever its type.
  return issue.code === 'invalid_value'
    ? typeof value !== 'string'
    : !(['int', 'number'].includes(issue.expected) && typeof value === 'number');
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? Reflect.get(value, key)
        : undefined,
    body,
  );
}

/** Whether a body follows the head. */
export function bringsBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || !['0', undefined].includes(headers['content-length']);
}
