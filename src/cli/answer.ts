import { escaped } from '../domain/text.js';
import { coloured } from './colour.js';

/** The answer of a command: snake_case for machines, text for people. `failed` makes the exit code 1. */
export interface Answer {
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly failed?: boolean;
}

export function print({ json, text, failed = false }: Answer, asJson: boolean): void {
  process.stdout.write(`${asJson ? escaped(JSON.stringify(json)) : coloured(escaped(text, 'many'))}\n`);
  if (failed) process.exitCode = 1;
}

/** Why a command could not do what it was told: the code of the API, or `usage`, or `failed`. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly param?: string;
  /** A request that can never be. */
  readonly isUsage: boolean;
}

/** For machines, beside the line on standard error that is for people. */
export function printFault({ isUsage: _, ...error }: Fault): void {
  process.stdout.write(`${escaped(JSON.stringify({ error }))}\n`);
}

/** The complaint of the reader of arguments, in one line. */
export function usageFault({ message }: Pick<Error, 'message'>): Fault {
  const isAlone = message === '(outputHelp)';
  const told = isAlone ? 'Give a command.' : usageLine(message).replace(/^error: /, '');
  return { code: 'usage', message: told, isUsage: true };
}

export const usageLine = (text: string): string => text.trim().replace(/\.$/, '').replaceAll(/\s+/g, ' ');

/** One line a fact, the facts in a column; a fact that is null is left out. */
export function listed(facts: Readonly<Record<string, string | null>>): string {
  const present = Object.entries(facts).filter(([, fact]) => fact !== null);
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, fact]) => `${name.padEnd(width)}  ${escaped(fact ?? '')}`).join('\n');
}

/** When a credential ends, or ended. */
export function endOf({ expiresAt, revokedAt }: { expiresAt: Date | null; revokedAt: Date | null }): string {
  return revokedAt === null ? (expiresAt?.toISOString() ?? 'never') : `revoked ${revokedAt.toISOString()}`;
}

/** A heading and a line for each row, the cells in columns. */
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
