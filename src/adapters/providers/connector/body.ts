import { jsonFault } from '../../../domain/json-fault.js';
import { cut } from '../../../domain/text.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a message; undefined where it cannot be read: it is no JSON in UTF-8, or an object has a key twice. */
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

/** Without control characters, which PostgreSQL and terminals take badly, and well-formed. */
export const printable = (text: string): string => text.toWellFormed().replaceAll(/\p{Cc}/gu, '');

/** Text of a provider as it is stored: printable, 500 characters at most, and never empty. */
export const cleaned = (text: string): string => cut(printable(text), textMost) || '?';
