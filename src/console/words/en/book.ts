import type { ReactNode } from 'react';
import { phrase, pluralIn } from '../phrase.js';

const many = pluralIn('en');

interface DayTotal {
  readonly day: string;
  readonly total: string;
}

/** Balances, statements and reports. */
export const book = {
  balances: 'Balances',
  buckets: {
    available: 'available',
    pending: 'pending',
    reserved: 'reserved',
    inSettlement: 'in settlement',
    earnings: 'earnings, not in the total',
  },
  asOf: (time: ReactNode) => phrase`as of ${time}`,
  statement: 'Statement',
  noMoney: 'No money yet. Balances appear with the first payment in.',
  noMoneyYet: 'No money yet.',
  chart: (currency: string, days: number) => `${currency}, ${many(days, '# day', '# days')}`,
  chartTitle: (currency: string, [first, highest, last]: readonly [DayTotal, DayTotal, DayTotal]) =>
    `Total in ${currency}: ${first.total} on ${first.day}, at most ${highest.total} on ${highest.day}, ${last.total} on ${last.day}`,
  lastDays: 'Last 30 days',
  asTable: 'As a table',
  day: 'Day',
  available: 'Available',
  total: 'Total',
  statementIn: (currency: string) => `Statement in ${currency}`,
  noEntries: 'No entries in this currency.',
  reports: 'Reports',
  report: 'Report',
  from: 'From (UTC)',
  to: 'To (UTC), exclusive',
  currency: 'Currency',
  all: 'all',
  show: 'Show',
  nothing: 'Nothing in this period.',
  rows: 'Rows',
  first50: 'First 50 rows. The file has all rows.',
  createCsv: 'Create CSV file',
  rowsSoFar: (count: number) => `${many(count, '# rows', '# rows')}…`,
  rowsIn: (count: number) => many(count, '# rows', '# rows'),
  notCreated: (error: string) => `The file could not be created: ${error}`,
  save: (name: string) => `Save ${name}`,
  statementOf: 'Statement of a balance',
  noBalance: 'There is no balance yet.',
  format: 'Format',
  asking: 'Asking…',
  makeStatement: 'Make the statement',
};
