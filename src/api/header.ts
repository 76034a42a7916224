import type { IncomingMessage } from 'node:http';
import { refuse, Refusal } from '../domain/refusal.js';

const shape = /^[A-Za-z0-9._:-]{8,128}$/;
/** The pattern of Idempotency-Key and X-Correlation-Id (contract part 8). */
export const headerPattern = shape.source;

export function isHeader(value: unknown): value is string {
  return typeof value === 'string' && shape.test(value);
}

export function invalidHeader(name: string): never {
  return refuse('invalid_parameter', `${name}: has the wrong format; send 8 to 128 of A-Z a-z 0-9 . _ : -.`, {
    param: name,
  });
}

/** The form of a PSP-Position. */
const position = /^[0-9a-f]{24}$/;
export const positionPattern = position.source;

/** The position in the PSP-Position header; undefined if there is none. */
export function positionIn(headers: IncomingMessage['headers']): string | undefined {
  const value = headers['psp-position'];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && position.test(value)) return value;
  return refuse(
    'invalid_parameter',
    'PSP-Position: has the wrong format; send the value of an earlier answer, or omit it.',
    { param: 'PSP-Position' },
  );
}

const once = new Set(['authorization', 'content-type']);
/** Checked first because it is fast: most header names have another length. */
const onceLengths = new Set([...once].map(({ length }) => length));

/** Refuses repeated headers: Node uses the first value, and a proxy in front may have judged the second. */
export function repeatedHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): Refusal | undefined {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const param = rawHeaders[at] ?? '';
    if (!onceLengths.has(param.length)) continue;
    const name = param.toLowerCase();
    if (!once.has(name)) continue;
    if (seen.has(name))
      return new Refusal('invalid_request', `${param}: is sent twice; send it once.`, { param });
    seen.add(name);
  }
  return undefined;
}

/** How often a header is given. */
export function headerCount({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const headerName = rawHeaders[at] ?? '';
    if (headerName.length === name.length && headerName.toLowerCase() === name) times += 1;
  }
  return times;
}
