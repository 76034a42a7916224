import { refuse } from '../domain/refusal.js';
import { cut } from '../domain/text.js';

const depthMax = 32;
/** Of a `param`, which the caller may have written himself. */
export const paramMax = 200;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export type JsonObject = Readonly<Record<string, unknown>>;

/** A body that is well-formed; `nul` is the dotted path of the first text with U+0000 in it. */
export interface ReadJson {
  readonly value: JsonObject;
  readonly nul?: string;
}

interface Frame {
  /** Undefined in an array. */
  readonly keys: Set<string> | undefined;
  /** The key or index that is being read. */
  at: string | number;
}

/**
 * One JSON object from UTF-8 bytes. `invalid_body` for whatever two readers could understand differently: invalid
 * UTF-8, broken JSON, duplicate and `__proto__` keys, lone surrogates, nesting beyond 32 (supplement §1, §9).
 */
export function readJson(bytes: Uint8Array): ReadJson {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    return refuse('invalid_body', 'The body is not JSON in UTF-8; send one JSON object.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('invalid_body', 'The body is another JSON value than an object; send one JSON object.');
  }
  inspect(text);
  // Only an escape can bring in a NUL or a lone surrogate: JSON forbids the one raw, UTF-8 the other.
  const nul = text.includes('\\u') ? textFlaw(value, []) : undefined;
  return nul === undefined ? { value: value as JsonObject } : { value: value as JsonObject, nul };
}

/** `a.b[2].c`, cut to a length that fits an error. */
export function dotted(path: readonly PropertyKey[]): string {
  const text = path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : (i === 0 ? '' : '.') + String(part)))
    .join('');
  return cut(text, paramMax);
}

/** Walks text that JSON.parse has accepted, for what JSON.parse lets pass. */
function inspect(text: string): void {
  const frames: Frame[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charAt(i);
    if (sign === '{' || sign === '[') {
      frames.push(sign === '{' ? { keys: new Set(), at: '' } : { keys: undefined, at: 0 });
      if (frames.length > depthMax)
        fault(frames.slice(0, -1), `nests deeper than ${depthMax} levels; send fewer`);
    } else if (sign === '}' || sign === ']') {
      frames.pop();
    } else if (sign === ',') {
      const frame = frames.at(-1);
      if (typeof frame?.at === 'number') frame.at += 1;
    } else if (sign === '"') {
      const end = stringEnd(text, i);
      if (isKey(text, end)) takeKey(frames, text.slice(i, end + 1));
      i = end;
    }
  }
}

function stringEnd(text: string, start: number): number {
  let end = start + 1;
  while (text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1;
  return end;
}

function isKey(text: string, stringEndsAt: number): boolean {
  let i = stringEndsAt + 1;
  while (' \t\r\n'.includes(text.charAt(i)) && i < text.length) i += 1;
  return text.charAt(i) === ':';
}

function takeKey(frames: readonly Frame[], token: string): void {
  const frame = frames.at(-1);
  if (frame?.keys === undefined) return;
  const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  frame.at = key;
  if (key === '__proto__') fault(frames, 'is not a possible field; leave it out');
  if (frame.keys.has(key)) fault(frames, 'is given twice; send it once');
  frame.keys.add(key);
}

function fault(frames: readonly Frame[], what: string): never {
  const param = dotted(frames.map((frame) => frame.at)).toWellFormed();
  return refuse('invalid_body', `${param}: ${what}.`, { param });
}

/** Refuses text that is not well-formed Unicode; the path of the first NUL, if any. */
function textFlaw(value: unknown, path: readonly PropertyKey[]): string | undefined {
  if (typeof value === 'string') return textFault(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  const parts: [PropertyKey, unknown][] = Array.isArray(value)
    ? value.map((part, i): [number, unknown] => [i, part])
    : Object.entries(value);
  let first: string | undefined;
  for (const [key, part] of parts) {
    const inKey = typeof key === 'string' ? textFault(key, [...path, key]) : undefined;
    const inPart = textFlaw(part, [...path, key]);
    first ??= inKey ?? inPart;
  }
  return first;
}

function textFault(text: string, path: readonly PropertyKey[]): string | undefined {
  if (text.isWellFormed() && !text.includes('\0')) return undefined;
  const param = dotted(path).toWellFormed();
  if (!text.isWellFormed())
    refuse('invalid_body', `${param}: holds half of a surrogate pair; send well-formed Unicode.`, { param });
  return param;
}
