import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A TypeScript file of the project: `path` is relative to its root, `code` is `text` without comments. */
export interface SourceFile {
  path: string;
  text: string;
  code: string;
  imports: string[];
}

/** Every `.ts` and `.tsx` file below `folder`. */
export function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => parse(posix.join(folder, name)))
    .sort((a, b) => a.path.localeCompare(b.path));
}

/** The text of one file. */
export function projectText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The target of an import statement of `file`: a path of the project, or the specifier of a package. */
export function target(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = posix.join(posix.dirname(file), specifier).replace(/\.js$/, '');
  if (/\.\w+$/.test(path)) return path;
  return existsSync(join(ROOT, `${path}.tsx`)) ? `${path}.tsx` : `${path}.ts`;
}

/** Lines that hold code. */
export function codeLines(file: SourceFile): number {
  return file.code.split('\n').filter((line) => line.trim() !== '').length;
}

function parse(path: string): SourceFile {
  const text = projectText(path);
  const code = withoutComments(text);
  const statement = /\bfrom\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g;
  const imports = [...code.matchAll(statement)].map((match) => match[1] ?? match[2] ?? '');
  return { path, text, code, imports };
}

/** Leaves strings and regular expressions alone, since both may hold `//`. */
function withoutComments(text: string): string {
  return text.replace(token, (found) => (isComment(found) ? '' : found));
}

const isComment = (found: string): boolean => /^\/[*/]/.test(found);

const token =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*|(?<=[=(,:[!&|?]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/[\\\n])+\//g;
