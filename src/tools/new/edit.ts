import { readFileSync, writeFileSync } from 'node:fs';

/** Adds a line after the last line of the file that matches. */
export function addAfterLast(path: string, pattern: RegExp, line: string): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findLastIndex((each) => pattern.test(each));
  if (at < 0) throw new Error(`${path}: no line matches ${pattern}; add this line yourself: ${line.trim()}`);
  writeFileSync(path, lines.toSpliced(at + 1, 0, line).join('\n'));
}

/** Adds a text before the first line of the file that matches. */
export function addBeforeFirst(path: string, pattern: RegExp, text: string): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((each) => pattern.test(each));
  if (at < 0) throw new Error(`${path}: no line matches ${pattern}; add this yourself:\n${text.trim()}`);
  writeFileSync(path, lines.toSpliced(at, 0, text).join('\n'));
}

/** Adds a text at the end of the file, and names to its imports, by module. */
export function append(
  path: string,
  text: string,
  imports: Readonly<Record<string, readonly string[]>>,
): void {
  writeFileSync(path, `${readFileSync(path, 'utf8').trimEnd()}\n\n${text}`);
  for (const [module, names] of Object.entries(imports)) importInto(path, module, names);
}

/** Adds names to an import of the file; the import is added if it is missing. */
export function importInto(path: string, module: string, names: readonly string[]): void {
  const file = readFileSync(path, 'utf8');
  const end = ` '${module}';`;
  const at = file.indexOf(end);
  const whole = at < 0 ? undefined : file.slice(file.lastIndexOf(`import `, at), at + end.length);
  const type = whole?.startsWith('import type') ? 'type ' : '';
  const present = (whole?.slice(whole.indexOf('{') + 1, whole.indexOf('}')) ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => `${type}${name}`);
  const line = importOf([...new Set([...present, ...names])], module);
  writeFileSync(path, whole === undefined ? `${line}\n${file}` : file.replace(whole, line));
}

export const importOf = (names: readonly string[], module: string): string =>
  `import { ${names.join(', ')} } from "${module}";`.replaceAll('"', "'");
