import { describe, expect, test } from 'vitest';
import { csvBatch } from '../../../src/api/file/csv.js';
import { withFile } from '../../../src/api/file/batch-file.js';
import { Refusal } from '../../../src/domain/refusal.js';

const header = 'method,currency,details.name,details.clabe,source_currency,amount,amount_side,reference';
const row = 'spei,MXN,Rosa Campos,032180000118359719,MXN,10.00,destination,salary-1042';
const read = (text: string | Uint8Array) =>
  csvBatch(typeof text === 'string' ? Buffer.from(text) : new Uint8Array(text));

/** The error for a faulty file. */
async function faultOf(text: string | Uint8Array): Promise<[message: string, param: string | undefined]> {
  try {
    await withFile(await read(text), { accountId: 'acct_1', today: '2026-11-29' }, async () => undefined);
  } catch (error) {
    if (error instanceof Refusal) return [error.message, error.param];
    throw error;
  }
  return ['', undefined];
}

/**
 * More processor time in milliseconds than any file takes. New code runs cold, so the least of several runs
 * counts.
 */
const cpuMsMost = 300;
const twoMiB = 2 * 1024 * 1024;
const filled = (part: string, size = twoMiB): string =>
  `${header}\n${part.repeat(Math.floor((size - header.length - 1) / part.length))}`;

const heavy: Readonly<Record<string, string>> = {
  lines: filled('\n'),
  'carriage returns': filled('\r'),
  commas: filled(','),
  'as many commas as are read': filled(`${','.repeat(999)}\n`, 100_000),
  quotes: filled('"'),
  'quoted commas': filled('",'),
  'an open quote': `${header}\n"${'x'.repeat(twoMiB - 200)}`,
  blanks: filled(' '),
  'names of columns': `${'amount,'.repeat(200_000)}\n1\n`,
  'rows that are full': filled(`${row.replace('salary-1042', 'x'.repeat(950))}\n`, 1_020_000),
  'rows of wrong amounts': filled(`${row.replace('10.00', 'x')}\n`, 75_000),
};

describe('a CSV file', () => {
  const payee = {
    method: 'spei',
    currency: 'MXN',
    details: { name: 'Rosa Campos', clabe: '032180000118359719' },
  };
  const item = {
    source_currency: 'MXN',
    amount: '10.00',
    amount_side: 'destination',
    reference: 'salary-1042',
  };

  test.each([
    ['as it is', `${header}\n${row}\n`],
    ['with a byte order mark', `\ufeff${header}\n${row}\n`],
    ['with CRLF', `${header}\r\n${row}\r\n`],
    ['with CR', `${header}\r${row}\r`],
    ['without an end of its last line', `${header}\n${row}`],
    ['with quotes', `${header}\n${row.replace('Rosa Campos', '"Rosa Campos"')}\n`],
    ['with blank lines and blanks', `${header}\n\n${row.replaceAll(',', ' , ')}\n,,,,,,,\n`],
  ])('is read %s', async (_, text) => {
    expect((await read(text)).items).toEqual([{ ...item, beneficiary: payee }]);
  });

  test('nests details at their dots and keeps the dots of metadata', async () => {
    const { items } = await read(
      'details.document.type,details.document.number,metadata.cost.center,amount\nV,12345678,"A, ""1""",5\n',
    );
    expect(items).toEqual([
      {
        amount: '5',
        metadata: { 'cost.center': 'A, "1"' },
        beneficiary: { details: { document: { type: 'V', number: '12345678' } } },
      },
    ]);
  });

  test('may name a beneficiary by its id', async () => {
    const text =
      'beneficiary_id,source_currency,amount,amount_side\nben_01k9zq3v5e8x7m2n4p6r8t0w1y,MXN,1,source\n';
    expect(await faultOf(text)).toEqual(['', undefined]);
  });

  const changed = (from: string, to: string): string => `${header}\n${row.replace(from, to)}\n`;
  test.each([
    ['nothing', '', 'line 1: the file is empty', 'line[1]'],
    ['a header alone', header, 'line 1: the file has no row after the header', 'line[1]'],
    [
      'semicolons',
      `${header.replaceAll(',', ';')}\n${row.replaceAll(',', ';')}\n`,
      'line 1: the separator',
      'line[1]',
    ],
    ['tabs', `${header.replaceAll(',', '\t')}\n`, 'line 1: the separator', 'line[1]'],
    [
      'a decimal comma',
      changed('10.00', '"10,00"'),
      'line 2, column 6 (amount): has a decimal comma',
      'line[2].amount',
    ],
    [
      'thousands and a decimal comma',
      changed('10.00', '"1.010,00"'),
      'line 2, column 6 (amount): has a decimal comma',
      'line[2].amount',
    ],
    [
      'a formula',
      changed('salary-1042', '"=HYPERLINK(""http://x"")"'),
      'line 2, column 8 (reference): begins with a sign',
      'line[2].reference',
    ],
    [
      'a formula with +',
      changed('salary-1042', '+1+cmd'),
      'line 2, column 8 (reference): begins with a sign',
      'line[2].reference',
    ],
    [
      'a formula with @',
      changed('Rosa Campos', '@SUM(A1)'),
      'line 2, column 3 (details.name): begins with a sign',
      'line[2].details.name',
    ],
    ['NUL', changed('Rosa', 'Ro\0sa'), 'line 2: contains U+0000', 'line[2]'],
    [
      'a direction control',
      changed('Rosa', 'Ro\u202esa'),
      'line 2, column 3 (details.name): contains U+202E',
      'line[2].details.name',
    ],
    [
      'a quote across lines',
      changed('Rosa Campos', '"Rosa\nCampos"'),
      'line 2, column 3 (details.name): has a line break',
      'line[2].details.name',
    ],
    [
      'an open quote',
      changed('Rosa Campos', '"Rosa Campos'),
      'line 2: a quote is opened and not closed',
      'line[2]',
    ],
    ['a quote in a value', changed('Rosa Campos', 'Rosa "Campos"'), 'line 2: the row is not CSV', 'line[2]'],
    ['too few values', changed(',salary-1042', ''), 'line 2: has 7 values; the header has 8', 'line[2]'],
    ['too many values', changed('salary-1042', 'a,b'), 'line 2: has 9 values; the header has 8', 'line[2]'],
    [
      'an unknown column',
      `${header},iban\n${row},x\n`,
      'line 1, column 9: is not the name of a column',
      'line[1]',
    ],
    [
      'a value in the place of the header',
      `${row}\n${row}\n`,
      'line 1, column 1: is not the name of a column',
      'line[1]',
    ],
    [
      'a column twice',
      `${header},amount\n${row},1\n`,
      'line 1, column 9: amount is the name of an earlier column',
      'line[1]',
    ],
    [
      'the key of a prototype',
      `${header},metadata.__proto__\n${row},1\n`,
      'line 1, column 9: is not the name',
      'line[1]',
    ],
    [
      'an id and a beneficiary',
      `beneficiary_id,${header}\nben_01k9zq3v5e8x7m2n4p6r8t0w1y,${row}\n`,
      'line 2: beneficiary_id names the beneficiary already',
      'line[2]',
    ],
    [
      'no beneficiary',
      'source_currency,amount,amount_side\nMXN,1,source\n',
      'line 2: names no beneficiary',
      'line[2]',
    ],
    [
      'no amount',
      changed('10.00', ''),
      'line 2, column 6 (amount): is required without quote_id',
      'line[2].amount',
    ],
    [
      'a missing column',
      'method,details.clabe,amount\nspei,032180000118359719,1\n',
      'line 2, column currency: is required',
      'line[2].currency',
    ],
    [
      'no amount of money',
      changed('10.00', '1e3'),
      'line 2, column 6 (amount): is not a plain decimal number',
      'line[2].amount',
    ],
    [
      'a long value',
      changed('salary-1042', 'x'.repeat(1_001)),
      'line 2, column 8 (reference): is too long',
      'line[2].reference',
    ],
    [
      'a row without an end',
      `${header}\n${row},"${'x'.repeat(100_000)}`,
      'line 2: the row is too long',
      'line[2]',
    ],
    [
      '1001 rows',
      `${header}\n${`${row}\n`.repeat(1_001)}`,
      'line 1002: the file has more than 1000 rows',
      'line[1002]',
    ],
    [
      'empty lines',
      `${header}\n${'\n'.repeat(2_000_000)}`,
      'line 2001: the file has too many lines',
      'line[2001]',
    ],
    ['commas', `${header}\n${','.repeat(2_000_000)}`, 'line 2: the file has too many commas', 'line[2]'],
    [
      'UTF-16',
      Buffer.from(`\ufeff${header}\n${row}\n`, 'utf16le'),
      'line 1: the file is in UTF-16',
      'line[1]',
    ],
    [
      'Latin-1',
      Buffer.from(changed('Rosa', 'José'), 'latin1'),
      'line 2: the file is not in UTF-8',
      'line[2]',
    ],
  ])('with %s is refused with its position', async (_, text, words, param) => {
    const [message, location] = await faultOf(text);
    expect([message.slice(0, words.length), location]).toEqual([words, param]);
    expect(message.length).toBeLessThan(700);
  });

  test('lists up to ten faulty rows', async () => {
    const text = `${header}\n${`${row.replace('10.00', 'x')}\n`.repeat(12)}`;
    const [message] = await faultOf(text);
    expect(message).toContain('Also wrong: line 3, column 6 (amount), line 4, column 6 (amount)');
    expect(message).toMatch(/line 11, column 6 \(amount\) and 2 more\.$/);
  });

  test.each(Object.entries(heavy))('of 2 MiB with %s takes little processor time', async (_, text) => {
    const bytes = Buffer.from(text);
    expect(bytes.length).toBeLessThanOrEqual(2 * 1024 * 1024);
    let least = Infinity;
    for (let nth = 0; nth < 20 && least > cpuMsMost; nth += 1) {
      const from = process.cpuUsage();
      await faultOf(bytes);
      const { user, system } = process.cpuUsage(from);
      least = Math.min(least, (user + system) / 1_000);
    }
    expect(least).toBeLessThanOrEqual(cpuMsMost);
  });

  test('accepts a telephone number, which is not a formula', async () => {
    expect((await read(`details.pix_key,amount\n+5511987654321,1\n`)).items).toEqual([
      { amount: '1', beneficiary: { details: { pix_key: '+5511987654321' } } },
    ]);
  });
});
