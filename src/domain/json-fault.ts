/** The deepest nesting of arrays and objects. */
export const depthMax = 32;

type Path = readonly (string | number)[];

/** JSON that JSON.parse accepts but readers may understand differently, and where it is. */
export interface JsonFault {
  readonly is: 'deep' | 'proto' | 'repeated';
  readonly path: Path;
}

interface Frame {
  /** Undefined for an array. */
  readonly keys: Set<string> | undefined;
  /** The key or index being read. */
  at: string | number;
}

/** The first fault in text that JSON.parse accepts: a repeated key, `__proto__`, or nesting that is too deep. */
export function jsonFault(text: string): JsonFault | undefined {
  const frames: Frame[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charAt(i);
    if (sign === '{' || sign === '[') {
      frames.push(sign === '{' ? { keys: new Set(), at: '' } : { keys: undefined, at: 0 });
      if (frames.length > depthMax) return { is: 'deep', path: pathOf(frames.slice(0, -1)) };
    } else if (sign === '}' || sign === ']') {
      frames.pop();
    } else if (sign === ',') {
      const frame = frames.at(-1);
      if (typeof frame?.at === 'number') frame.at += 1;
    } else if (sign === '"') {
      const end = stringEnd(text, i);
      const is = isKey(text, end) ? keyFault(frames, text.slice(i, end + 1)) : undefined;
      if (is !== undefined) return { is, path: pathOf(frames) };
      i = end;
    }
  }
  return undefined;
}

const pathOf = (frames: readonly Frame[]): Path => frames.map(({ at }) => at);

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

function keyFault(frames: readonly Frame[], token: string): JsonFault['is'] | undefined {
  const frame = frames.at(-1);
  if (frame?.keys === undefined) return undefined;
  const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  frame.at = key;
  if (key === '__proto__') return 'proto';
  if (frame.keys.has(key)) return 'repeated';
  frame.keys.add(key);
  return undefined;
}
