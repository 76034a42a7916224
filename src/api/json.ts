import { depthMax, jsonFault, type JsonFault } from '../domain/json-fault.js';
import { refuse } from '../domain/refusal.js';
import { cut } from '../domain/text.js';

/** Most characters of a `param`, which may contain the caller's own keys. */
export const paramMax = 200;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export type JsonObject = Readonly<Record<string, unknown>>;

/** A well-formed body; `nul` is the dotted path of the first text that contains U+0000. */
export interface ReadJson {
  readonly value: JsonObject;
  readonly nul?: string;
}

/**
 * Reads one JSON object from UTF-8 bytes. Throws `invalid_body` for input that two parsers could read
 * differently: invalid UTF-8, broken JSON, duplicate and `__proto__` keys, lone surrogates, nesting beyond 32
 * (supplement §1, §9).
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
    return refuse('invalid_body', 'The body is not a JSON object; send one.');
  }
  inspect(text);
  // Only an escape can produce a NUL or a lone surrogate: JSON forbids a raw NUL, UTF-8 a raw surrogate.
  const nul = text.includes('\\u') ? textFlaw(value, []) : undefined;
  return nul === undefined ? { value: value as JsonObject } : { value: value as JsonObject, nul };
}

/** `a.b[2].c`, cut to a length that fits in an error. */
export function dotted(path: readonly PropertyKey[]): string {
  const text = path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : (i === 0 ? '' : '.') + String(part)))
    .join('');
  return cut(text, paramMax);
}

const faultWords: Readonly<Record<JsonFault['is'], string>> = {
  deep: `is nested deeper than ${depthMax} levels`,
  proto: 'is not an allowed field name; remove it',
  repeated: 'is sent twice; send it once',
};

/** Refuses input that JSON.parse accepts and two parsers could read differently. */
function inspect(text: string): void {
  const found = jsonFault(text);
  if (found === undefined) return;
  const param = dotted(found.path).toWellFormed();
  refuse('invalid_body', `${param}: ${faultWords[found.is]}.`, { param });
}

/** Refuses text with lone surrogates; returns the path of the first NUL, if any. */
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
    refuse('invalid_body', `${param}: contains half of a surrogate pair; send valid Unicode.`, { param });
  return param;
}
