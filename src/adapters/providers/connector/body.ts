import { jsonFault } from '../../../domain/json-fault.js';
import { cut } from '../../../domain/text.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses the JSON of a message; undefined if it is not UTF-8 JSON or repeats a key in an object. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    const text = utf8.decode(body);
    const value = JSON.parse(text) as unknown;
    return jsonFault(text) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}

const textMost = 500;

/** Removes control characters, which PostgreSQL and terminals handle badly, and repairs lone surrogates. */
export const printable = (text: string): string => text.toWellFormed().replaceAll(/\p{Cc}/gu, '');

/** Text from a provider as it is stored: printable, 500 characters at most, never empty. */
export const cleaned = (text: string): string => cut(printable(text), textMost) || '?';
