import { expect, test } from 'vitest';
import type { Customer } from '../../src/domain/noun/customer.js';
import { declare, oneOf, ref, text, time, words, amount, refBy } from '../../src/domain/noun/declare.js';

const status = words({ open: 'Open.', done: 'Done.' }, { name: 'NoteStatus', says: 'Its status.' });
const fields = {
  accountId: ref('account', 'The account.', { fixed: true }),
  status: oneOf(status),
  verifiedAt: time('Time of verification.', { optional: true }),
  currency: text('The currency.'),
  total: amount('The total.', { currency: 'currency' }),
};
const note = { called: ['note', 'notes'], says: 'A note.', fields } as const;

test('a right declaration compiles, and has what is derived', () => {
  const declared = declare('event', {
    ...note,
    listedBy: 'account',
    filters: { status: { says: 'The status.' } },
    indexes: [{ by: ['accountId', 'status'], only: ['open'] }],
    amounts: ['total'],
    draws: ['total', 'currency'],
    listedUntil: 'verifiedAt',
    events: { 'note.done': { says: 'Done.', at: 'verifiedAt', when: { status: ['done'] }, status: 'done' } },
  });
  expect(declared).toMatchObject({ noun: 'event', name: 'Event', prefix: 'evt' });
});

/** Typical mistakes; `tsc` fails if one of them compiles. */
test('a wrong declaration does not compile', () => {
  const slips = [
    // @ts-expect-error a noun that does not exist
    () => ref('custmer', 'The customer.'),
    // @ts-expect-error a noun that does not exist
    () => declare('notee', note),
    // @ts-expect-error a filter by a field that does not exist
    () => declare('event', { ...note, filters: { stauts: { says: 'The status.' } } }),
    // @ts-expect-error an index on a field that does not exist
    () => declare('event', { ...note, indexes: [{ by: ['accountId', 'stauts'] }] }),
    // @ts-expect-error an index that holds a value that the field never has
    () => declare('event', { ...note, indexes: [{ by: ['status'], only: ['closed'] }] }),
    // @ts-expect-error an option that does not exist
    () => text('The text.', { sealled: true }),
    // @ts-expect-error an option that does not exist, of a link
    () => ref('customer', 'The customer.', { childs: ['notes', 'Its notes.'] }),
    // @ts-expect-error the moment of an event is a field that does not exist
    () => declare('event', { ...note, events: { 'note.done': { says: 'Done.', at: 'verfiedAt' } } }),
    // @ts-expect-error the moment of an event is no time
    () => declare('event', { ...note, events: { 'note.done': { says: 'Done.', at: 'status' } } }),
    // @ts-expect-error an event's rows have a value that the field never has
    () => declare('event', { ...note, events: { done: { says: 'Done.', when: { status: ['verifed'] } } } }),
    // @ts-expect-error an event tells of a status that there is not
    () => declare('event', { ...note, events: { 'note.done': { says: 'Done.', status: 'dnoe' } } }),
    // @ts-expect-error a misspelt key of an event
    () => declare('event', { ...note, events: { 'note.done': { says: 'Done.', att: 'verifiedAt' } } }),
    // @ts-expect-error a misspelt key of the declaration
    () => declare('event', { ...note, listedby: 'account' }),
    // @ts-expect-error a place that does not exist
    () => text('The text.', { shows: ['lists'] }),
    // @ts-expect-error an amount in the currency of a field that does not exist
    () => declare('event', { ...note, fields: { fee: amount('The fee.', { currency: 'curency' }) } }),
    // @ts-expect-error the id of a row whose noun is in a field that does not exist
    () => declare('event', { ...note, fields: { ...fields, aboutId: refBy('kind', 'Resource concerned.') } }),
    // @ts-expect-error amounts are drawn from a field that holds none
    () => declare('event', { ...note, draws: ['status', 'currency'] }),
    // @ts-expect-error a flow to a status that there is not
    () => declare('event', { ...note, flow: { open: { finish: 'doen' }, done: {} } }),
    // @ts-expect-error plain text in a sealed column
    (): Customer['displayName'] => 'Rosa Campos',
    // @ts-expect-error a flow that leaves a status out
    () => declare('event', { ...note, flow: { open: { finish: 'done' } } }),
  ];
  expect(slips.length).toBeGreaterThanOrEqual(9);
});
