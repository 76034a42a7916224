import { checkSync } from 'recheck';
import type { SourceFile } from './source.js';
import { isNode, visitNodes, type Node } from './syntax.js';

/** A regular expression as it stands in a source file. */
export interface Literal {
  readonly path: string;
  readonly pattern: string;
  readonly flags: string;
}

export interface Regexes {
  readonly literals: readonly Literal[];
  /** Expressions that make a regular expression at run time, each as `path: code`. */
  readonly made: readonly string[];
}

/** Methods of a text that make a regular expression of another text. */
const compiling = new Set(['match', 'matchAll', 'search']);

export function regexesOf(file: SourceFile): Regexes {
  const literals: Literal[] = [];
  const made: string[] = [];
  visitNodes(file, (node) => {
    const { regex } = node;
    if (node.type === 'Literal' && regex !== undefined && regex !== null)
      literals.push({ path: file.path, ...(regex as Pick<Literal, 'pattern' | 'flags'>) });
    if (makesRegex(node)) made.push(`${file.path}: ${codeOf(file, node)}`);
  });
  return { literals, made };
}

const codeOf = ({ text }: SourceFile, { start, end }: Node): string =>
  text.slice(Number(start), Number(end)).replaceAll(/\s+/g, ' ');

function makesRegex({ type, callee, arguments: args }: Node): boolean {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false;
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee['name'] === 'RegExp';
  const [first] = args as readonly Node[];
  const isText = first?.type === 'TemplateLiteral' || typeof first?.['value'] === 'string';
  return isNode(callee['property']) && compiling.has(String(callee['property']['name'])) && isText;
}

/**
 * Why it is not proven that an expression takes a time that grows with the text and no faster; undefined where it is.
 * Automata decide: look-around, back-references and the flag v are beyond them, and what is beyond them is not proven.
 */
export function costFault({ pattern, flags }: Pick<Literal, 'pattern' | 'flags'>): string | undefined {
  const found = checkSync(pattern, flags, { checker: 'automaton', timeout: 20_000 });
  if (found.status === 'safe') return undefined;
  return found.status === 'vulnerable'
    ? `${found.complexity.summary}, as with ${found.attack.pattern}`
    : `not decided: ${found.error.kind}`;
}
