import { escaped } from '../domain/text.js';
import { coloured } from './colour.js';

/** The output of a command: snake_case JSON for machines, text for people. `failed` makes the exit code 1. */
export interface Answer {
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly failed?: boolean;
}

export function print({ json, text, failed = false }: Answer, asJson: boolean): void {
  process.stdout.write(`${asJson ? escaped(JSON.stringify(json)) : coloured(escaped(text, 'many'))}\n`);
  if (failed) process.exitCode = 1;
}

/** Why a command failed: an error code of the API, `usage` or `failed`. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly param?: string;
  /** Wrong usage, which no retry can fix. */
  readonly isUsage: boolean;
}

/** Prints the error as JSON for machines, besides the line on standard error for people. */
export function printFault({ isUsage: _, ...error }: Fault): void {
  process.stdout.write(`${escaped(JSON.stringify({ error }))}\n`);
}

/** A message of the argument parser, in one line. */
export function usageFault({ message }: Pick<Error, 'message'>): Fault {
  const isAlone = message === '(outputHelp)';
  const text = isAlone ? 'Give a command.' : usageLine(message).replace(/^error: /, '');
  return { code: 'usage', message: text, isUsage: true };
}

export const usageLine = (text: string): string => text.trim().replace(/\.$/, '').replaceAll(/\s+/g, ' ');

/** One line for each fact, with the values aligned. Null facts are left out. */
export function listed(facts: Readonly<Record<string, string | null>>): string {
  const present = Object.entries(facts).filter(([, fact]) => fact !== null);
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, fact]) => `${name.padEnd(width)}  ${escaped(fact ?? '')}`).join('\n');
}

/** When a credential expires or was revoked. */
export function endOf({ expiresAt, revokedAt }: { expiresAt: Date | null; revokedAt: Date | null }): string {
  return revokedAt === null ? (expiresAt?.toISOString() ?? 'never') : `revoked ${revokedAt.toISOString()}`;
}

/** A header and a line for each row, with aligned columns. */
export function tabled(heading: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map((cell) => escaped(cell)));
  const widths = heading.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  return [heading, ...rows].map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
