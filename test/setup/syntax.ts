import { parseAst } from 'vite';
import type { SourceFile } from './source.js';

/** A node of a syntax tree (ESTree). */
export interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Visits every node of a file; a file that does not parse throws. */
export function visitNodes({ path, text }: SourceFile, visit: (node: Node) => void): void {
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (isNode(value)) {
      visit(value);
      Object.values(value).forEach(look);
    }
  };
  look(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body);
}

export const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
