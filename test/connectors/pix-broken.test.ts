import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkProtocol } from '../../src/adapters/providers/check.js';
import { ourKeys, theirKeys } from '../setup/connector.js';
import { openPixWorld } from './pix-world.js';

const root = join(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'psp-pix-broken-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A change to the connector's source: a text that occurs once, and its replacement. */
type Change = readonly [file: string, from: string, to: string];

let count = 0;
/** The Pix connector in its own folder, with the changes. */
function changedConnector(changes: readonly Change[]): string {
  const folder = join(home, String((count += 1)));
  for (const part of ['pix', 'protocol'])
    cpSync(join(root, 'connectors', part), join(folder, 'connectors', part), { recursive: true });
  for (const name of ['node_modules', 'schema', 'package.json'])
    symlinkSync(join(root, name), join(folder, name));
  for (const [file, from, to] of changes) {
    const path = join(folder, 'connectors', file);
    const parts = readFileSync(path, 'utf8').split(from);
    expect(parts, `${file} has it once: ${from}`).toHaveLength(2);
    writeFileSync(path, parts.join(to));
  }
  return join(folder, 'connectors/pix/main.ts');
}

/** Failing cases of the check, with refunds of a real payment. */
async function faultsOf(changes: readonly Change[]): Promise<string[]> {
  const world = await openPixWorld(changedConnector(changes));
  try {
    await world.program.start();
    const { endToEndId: refundsOf } = world.institution.rules.pay('a'.repeat(30), '1000.00');
    const keys = { sendingKeys: ourKeys, receivingKeys: theirKeys };
    const cases = await checkProtocol({
      url: world.url,
      tls: world.tls,
      ...keys,
      mayBeLive: false,
      refundsOf,
    });
    return cases.filter(({ fault }) => fault !== undefined).map(({ name }) => name);
  } finally {
    await world.close();
  }
}

const broken: readonly (readonly [words: string, changes: readonly Change[], named: string])[] = [
  [
    'refunds another amount',
    [
      [
        'pix/bank.ts',
        'amount: amount.toFixed(2), account_id',
        `amount: amount.plus('0.01').toFixed(2), account_id`,
      ],
    ],
    'a paid answer has the amount and currency of the order',
  ],
  [
    'forgets the refunds that it made',
    [
      [
        'pix/bank.ts',
        `if (row.status !== 'sent' && row.status !== 'processing') return findingOf(row);`,
        `if (row.status !== 'sent' && row.status !== 'processing') return { outcome: 'not_found' };`,
      ],
    ],
    'a look-up finds an answered order',
  ],
  [
    'refunds after send_by',
    [
      ['protocol/handler.ts', 'new Date(order.send_by) <= new Date()', 'order.send_by === undefined'],
      ['pix/bank.ts', 'Math.min(deadline, Date.parse(send_by))', 'deadline'],
    ],
    'after send_by nothing is executed',
  ],
  [
    'refunds another order under the same reference',
    [['protocol/handler.ts', 'before !== undefined && before.body !== text', 'text === undefined']],
    'another amount gets 409',
  ],
  [
    'books a refund twice',
    [
      [
        'pix/record.ts',
        'journal.book(`refund:${reference}`, line, -1);',
        'for (const each of [1, 2]) journal.book(`refund:${reference}:${each}`, line, -1);',
      ],
    ],
    'a paid order is listed once',
  ],
  [
    'confirms payments that were never made',
    [
      [
        'pix/bank.ts',
        `const absent = { outcome: 'not_confirmed', code: 'payment_not_found' } as const;`,
        `const absent = { outcome: 'confirmed', ...movedOf({ amount: '1.00', reference: e2eid, at: new Date().toISOString() }) } as const;`,
      ],
    ],
    'a payment that was never made is not confirmed',
  ],
];

test('the check passes for the unmodified Pix connector', async () => {
  expect(await faultsOf([])).toEqual([]);
});

test.each(broken)('the check names a Pix connector that %s', async (_words, changes, named) => {
  expect(await faultsOf(changes)).toContain(named);
});
