import { isMomentary, sqlState } from '../adapters/postgres/failure.js';
import { notMigrated } from '../adapters/postgres/migrate.js';
import { Refusal } from '../domain/refusal.js';
import { isOfFile } from './database-lost.js';

/** SQL states of missing tables, columns, functions and schemas. */
const schemaStates = new Set(['42P01', '42703', '42883', '3F000']);

/** Solutions for permission errors, by SQL state. */
const wayOutOf: Readonly<Record<string, string>> = {
  '42501': 'The role of DATABASE_URL must own the database and everything in it. Nothing was changed.',
  '25006': 'DATABASE_URL must name a writable server, not a standby. Nothing was changed.',
  '53100': 'Its disk is full: free space. Acknowledged work is kept.',
};

/** One line for the terminal: what happened and, if known, what to do. */
export function explain(error: unknown): string {
  const origin = error instanceof Refusal && error.cause !== undefined ? error.cause : error;
  if (origin instanceof Refusal) return origin.message;
  if (isOfFile(origin)) return oneLine(origin);
  const state = sqlState(origin) ?? '';
  const wayOut = wayOutOf[state];
  if (wayOut !== undefined)
    return `The database refused the connection: ${deepest(origin).message}. ${wayOut}`;
  if (/^28|^3D/.test(state)) {
    return `The database refused the connection: ${deepest(origin).message}. Check DATABASE_URL. Nothing was changed.`;
  }
  if (isMomentary(origin)) {
    return `The database cannot be reached or is too busy (${state || 'no answer'}). Check that it runs and that DATABASE_URL is right, then retry.`;
  }
  if (schemaStates.has(state)) {
    return notMigrated;
  }
  return oneLine(deepest(origin));
}

/** The database's own error: the layers above repeat the statement and its values. */
function deepest(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error && sqlState(error.cause) !== undefined ? deepest(error.cause) : error;
}

function oneLine({ name, message }: Error): string {
  const [first = '', ...rest] = message.split('\n').map((each) => each.trim().replace(/^- /, ''));
  const text = [first, rest.filter((each) => each !== '').join('; ')].join(' ').trim();
  const expected = name === 'Error' || name === 'ConfigError';
  return expected && text !== '' ? text : `Unexpected ${name}: ${text}`;
}
