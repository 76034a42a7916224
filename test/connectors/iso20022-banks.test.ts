import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBankFile } from '../../connectors/iso20022/read-file.ts';
import { creditorReferenceOf, creditorReferencesIn } from '../../connectors/iso20022/reference.ts';

const read = (name: string) => readBankFile(readFileSync(join(import.meta.dirname, 'bank-files', name)));

describe('files in the formats of three banks', () => {
  test('a German statement: a batch, and a returned transfer', async () => {
    expect(await read('germany/camt053.xml')).toMatchObject({
      source: 'camt.053',
      messageId: '053D2026-11-30T18:15:00.0N260000001',
      accounts: [
        {
          account: 'DE89370400440532013000',
          numbers: { ElctrncSeqNb: '130' },
          balances: [
            { code: 'PRCD', amount: '1000.00' },
            { code: 'CLBD', amount: '931.50', day: '2026-11-30' },
          ],
          entries: [
            { direction: 'out', isBooked: true, amount: '100.00', batchId: 'P-BATCH-1', transactions: [] },
            {
              direction: 'in',
              bankReference: '2026113012345678002',
              transactions: [
                { endToEndId: 'E12345678901234567890ABC', amount: '31.50', returnReason: 'AC04' },
              ],
            },
          ],
        },
      ],
    });
  });

  test('a German status report: one transfer is rejected', async () => {
    expect(await read('germany/pain002.xml')).toMatchObject({
      originalMessageId: 'P-FILE-1',
      items: [
        { scope: 'file', id: 'P-FILE-1', status: 'PART' },
        { scope: 'batch', id: 'P-BATCH-1', status: 'PART' },
        { scope: 'transfer', id: 'E12345678901234567890ABC', status: 'RJCT', reason: 'AC01' },
      ],
    });
  });

  test('a Swiss notice: two payments in one entry, one with a structured reference', async () => {
    const file = await read('switzerland/camt054.xml');
    expect(file).toMatchObject({
      source: 'camt.054',
      accounts: [
        {
          entries: [
            {
              amount: '150.50',
              bookedOn: '2026-11-30',
              transactions: [
                {
                  amount: '100.00',
                  names: [{ kind: 'AcctSvcrRef', value: 'TX-0001' }],
                  payer: { name: 'Pia Muster', account: 'CH5604835012345678009', agent: 'CRESCHZZ80A' },
                  remittance: expect.stringContaining('RF18539007547034') as string,
                },
                { amount: '50.50', payer: { name: 'Beat & Söhne' } },
              ],
            },
          ],
        },
      ],
    });
  });

  test('a Swiss statement: an overdrawn account, and charges', async () => {
    expect(await read('switzerland/camt053.xml')).toMatchObject({
      accounts: [
        {
          balances: [{ amount: '-10.00' }, { amount: '-65.20' }],
          entries: [
            { amount: '55.20', charges: '5.20', transactions: [{ amount: '50.00', direction: 'out' }] },
          ],
        },
      ],
    });
  });

  test('a Mexican statement: an envelope, its own namespace, prefixes, ISO-8859-1, times and five decimals', async () => {
    const file = await read('mexico/camt053.xml');
    expect(file).toMatchObject({
      accounts: [
        {
          account: '002180000118359719',
          balances: [{ amount: '0.00' }, { amount: '250.75', day: '2026-11-30' }],
          entries: [
            {
              bookedOn: '2026-11-30',
              transactions: [
                {
                  names: [{ kind: 'ClrSysRef', value: '2026113040012BCMR0001' }],
                  payer: { name: 'María Peña', account: '032180000118359719' },
                },
              ],
            },
          ],
        },
      ],
    });
    if (file.type !== 'movements') throw new Error('it is no statement');
    const text = file.accounts[0]?.entries[0]?.transactions[0]?.remittance ?? '';
    const code = creditorReferenceOf('fund');
    const broken = text.replace('RF18 5390 0754', code.slice(0, 10)).replace('7034', code.slice(10));
    expect(creditorReferencesIn(broken), 'a reference that the bank broke over two lines').toEqual([code]);
  });

  test('a Mexican status report: a batch is rejected with a bank-specific reason', async () => {
    expect(await read('mexico/pain002.xml')).toMatchObject({
      items: [{ scope: 'batch', id: 'P-BATCH-1', status: 'RJCT', reason: 'SALDO' }],
    });
  });
});
