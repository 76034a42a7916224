import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { othersAtFault, refuse, Refusal, type RefusalCode } from '../domain/refusal.js';
import { errors } from './error.js';
import { dotted, readJson, type ReadJson } from './json.js';
import { overfull } from './size.js';
import { wordsOf } from './wording.js';

/** Replaces `invalid_parameter` for operations whose contract names another code or param for a bad value. */
export type ValueFault = (param: string) => { readonly code: RefusalCode; readonly param: string };

type Issue = z.core.$ZodIssue;

/** Limit of every request (contract part 8). */
export const bodyBytesMax = 64 * 1024;

/** A semicolon may stand alone (RFC 9110 §5.6.6), and many clients write utf8 for utf-8. */
const json = /^application\/json\s*(;\s*)*(;\s*charset\s*=\s*("utf-?8"|utf-?8)\s*(;\s*)*)?$/i;
/** RFC 7111 and RFC 4180: a CSV media type may say whether the file has a header. */
const file = /^([a-z]+\/[a-z]+)\s*(;\s*(charset\s*=\s*("utf-?8"|utf-?8)|header\s*=\s*present)\s*)*$/i;
const emptyBody: ReadJson = { value: {} };

/**
 * Throws 415 unless the request has plain JSON. If the operation needs no body, only an existing body must
 * have the type; without a length, that is checked after reading.
 */
export function checkMediaType(
  headers: IncomingHttpHeaders,
  isNeeded: boolean,
  files: readonly string[] = [],
): void {
  checkEncoding(headers);
  if (!isNeeded && !bringsBody(headers)) {
    // Otherwise Fastify would parse the header too and answer an unreadable one with its own error.
    delete headers['content-type'];
    return;
  }
  const type = headers['content-type'];
  const isToBeRead = !isNeeded && headers['content-length'] === undefined;
  if (type === undefined ? !isToBeRead : !json.test(type.trim()) && fileTypeOf(headers, files) === undefined)
    refuseType(files);
}

/** The media type of a file, if it is one of these; undefined otherwise and for JSON. */
export function fileTypeOf(headers: IncomingHttpHeaders, files: readonly string[]): string | undefined {
  const [, type = ''] = file.exec(headers['content-type']?.trim() ?? '') ?? [];
  return files.find((each) => each === type.toLowerCase());
}

/** Throws 415 for an encoded body. */
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

/** Throws 415 for a body without a length and without a type. */
export function checkTypeOfRead(body: unknown, headers: IncomingHttpHeaders): void {
  if (bytesOf(body).length > 0 && headers['content-type'] === undefined) refuseType();
}

/** For operations that read no body, such as GET: throws 413 if the body is too large. */
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
  // Discards the rest of the body until the connection closes, so that the caller can read the response
  // first.
  request.resume();
  refuse('body_too_large', errors.body_too_large.when);
}

/**
 * Throws 413 for a body above the limit of its media type; another media type of the operation may allow
 * more.
 */
export function checkLength(body: unknown, most: number): void {
  if (bytesOf(body).length > most) refuse('body_too_large', errors.body_too_large.when);
}

/** The body as JSON. If the operation needs no body, an empty body counts as `{}`. */
export function readBody(body: unknown, isNeeded: boolean): ReadJson {
  const bytes = bytesOf(body);
  return bytes.length === 0 && !isNeeded ? emptyBody : readJson(bytes);
}

export const bytesOf = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array());

/**
 * Returns the typed body, or throws for the first fault. Unknown fields and wrong JSON types (null too) are
 * `invalid_body` and come before bad values. A list or text that is too long is `invalid_parameter`, and is
 * reported before anything in it is read (supplement §1, §9). `param` is the dotted path.
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

/** Up to nine further faulty elements of the list, so that the caller can correct all at once. */
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
  // Zod reports a fraction or an infinite number as a wrong type, and an unknown enum value as a wrong value
  // whatever its type.
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

/** Whether the request has a body. */
export function bringsBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || !['0', undefined].includes(headers['content-length']);
}

/**
 * A body beyond the limit is read and discarded, so that the client gets the refusal instead of a broken connection.
 */
export function readWhole(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bodyBytesMax) chunks.push(chunk);
      else reject(new Refusal('body_too_large', errors.body_too_large.when));
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () =>
      reject(new Refusal('invalid_body', 'The body did not arrive complete; send it again.')),
    );
  });
}
