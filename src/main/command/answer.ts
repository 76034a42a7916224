/** The answer of a command: snake_case for machines, text for people. `failed` makes the exit code 1. */
export interface Answer {
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly failed?: boolean;
}

export function print({ json, text, failed = false }: Answer, asJson: boolean): void {
  process.stdout.write(`${asJson ? JSON.stringify(json) : text}\n`);
  if (failed) process.exitCode = 1;
}

/** One line a fact, the facts in a column; a fact that is null is left out. */
export function listed(facts: Readonly<Record<string, string | null>>): string {
  const present = Object.entries(facts).filter(([, fact]) => fact !== null);
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, fact]) => `${name.padEnd(width)}  ${fact}`).join('\n');
}

/** A heading and a line for each row, the cells in columns. */
export function tabled(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heading.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  return [heading, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
