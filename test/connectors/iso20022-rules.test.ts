import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { executionDay } from '../../connectors/iso20022/calendar.ts';
import { isIban } from '../../connectors/iso20022/creditor.ts';
import { profile } from '../../connectors/iso20022/profile.ts';
import { creditorReferenceOf, creditorReferencesIn } from '../../connectors/iso20022/reference.ts';
import { bankText } from '../../connectors/iso20022/text.ts';
import { readBankFile } from '../../connectors/iso20022/read-file.ts';
import { readXml } from '../../connectors/iso20022/xml-reader.ts';
import { profiles, profileWith } from './iso20022-world.ts';

describe('the characters of a bank', () => {
  test.each([
    ['María Núñez', 'basic', 'Maria Nunez'],
    ['Straße & Söhne_GmbH', 'basic', 'Strasse + Sohne-GmbH'],
    ['Łódź Ærø Øst', 'basic', 'Lodz Aero Ost'],
    ['Иван Петров', 'basic', 'Ivan Petrov'],
    ['a@b "c" [d] 5 €', 'basic', "a(at)b 'c' (d) 5 EUR"],
    ['//first // second', 'basic', 'first / second'],
    ['<b>&amp;</b> ~ \u0000\u202E', 'basic', '.b.+amp,./b. .'],
    ['Núñez €', 'latin1', 'Núñez EUR'],
    ['Núñez € ☃', 'unicode', 'Núñez € ☃'],
    ['tab\tand\nline', 'unicode', 'tab and line'],
  ] as const)('%s in %s is %s', (text, characters, expected) => {
    expect(bankText(text, characters, 70)).toBe(expected);
  });

  test('a text is cut after conversion, at whole characters', () => {
    expect(bankText('ßßßß', 'basic', 5)).toBe('sssss');
    expect(bankText('☃☃☃', 'unicode', 2)).toBe('☃☃');
  });
});

describe('the day of execution', () => {
  const calendar = { time_zone: 'America/Lima', weekend: [0, 6], holidays: ['2026-12-08', '2026-12-09'] };
  test.each([
    ['before the cut-off', '2026-11-30T19:59:00Z', '2026-11-30'],
    ['at the cut-off', '2026-11-30T20:00:00Z', '2026-12-01'],
    ['after the cut-off on Friday', '2026-12-04T21:00:00Z', '2026-12-07'],
    ['on Saturday', '2026-12-05T15:00:00Z', '2026-12-07'],
    ['after the cut-off before two holidays', '2026-12-07T20:30:00Z', '2026-12-10'],
    ['on a holiday', '2026-12-08T12:00:00Z', '2026-12-10'],
    ['when the bank is still in yesterday', '2026-12-01T03:00:00Z', '2026-12-01'],
    ['when the bank is still in Sunday', '2026-11-30T04:00:00Z', '2026-11-30'],
  ])('%s', (_when, now, expected) => {
    expect(executionDay(calendar, '15:00', new Date(now))).toBe(expected);
  });
});

describe('references', () => {
  test('a creditor reference is found in any spelling, and a mistyped one is not', () => {
    const code = creditorReferenceOf('fund-1');
    expect(code).toMatch(/^RF\d{2}[A-Z0-9]{12}$/);
    expect(
      creditorReferencesIn(`pago de ${code.toLowerCase().replaceAll(/(.{4})/g, '$1-')}, gracias`),
    ).toEqual([code]);
    const wrong = code.slice(0, -1) + (code.endsWith('A') ? 'B' : 'A');
    expect(creditorReferencesIn(wrong)).toEqual([]);
    expect(creditorReferencesIn(`${code} ${creditorReferenceOf('fund-2')}`)).toHaveLength(2);
  });

  test.each([
    ['DE89370400440532013000', true],
    ['DE89370400440532013001', false],
    ['CH9300762011623852957', true],
    ['XX00', false],
  ])('the IBAN %s is valid: %s', (number, expected) => {
    expect(isIban(number)).toBe(expected);
  });
});

describe('profiles', () => {
  test.each(readdirSync(profiles))('the shipped profile %s is valid', (name) => {
    expect(profile.parse(profileWith(name.replace('.json', ''))).methods.length).toBeGreaterThan(0);
  });

  test.each([
    ['a field that nobody reads', { cutoff: '17:00' }, 'Unrecognized key'],
    ['a version that is not written', { credit_transfer: { version: 'pain.001.001.02' } }, 'Invalid option'],
    ['a time zone that does not exist', { time_zone: 'America/Nowhere' }, 'time zone'],
    ['a holiday that is no date', { holidays: ['2026-02-30'] }, 'Invalid ISO date'],
    ['a file name without the message id', { credit_transfer: { file_name: 'a.xml' } }, 'message_id'],
    ['a week without a business day', { weekend: [0, 1, 2, 3, 4, 5, 6] }, 'Too big'],
  ])('%s is refused', (_what, over, message) => {
    expect(JSON.stringify(profile.safeParse(profileWith('mexico-spei', over)).error?.issues)).toContain(
      message,
    );
  });
});

const document = (inner: string, before = ''): string =>
  `<?xml version="1.0"?>${before}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.11">${inner}</Document>`;

describe('hostile files', () => {
  const bomb = `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}"><!ENTITY c "${'&b;'.repeat(50)}">]>`;
  test.each([
    [
      'a document type',
      document('<CstmrPmtStsRpt/>', '<!DOCTYPE Document SYSTEM "file:///etc/passwd">'),
      'DOCTYPE',
    ],
    ['an entity bomb', document('&c;', bomb), 'DOCTYPE'],
    ['an entity of its own', document('&c;'), 'not well-formed'],
    [
      'an external entity',
      document('&x;', '<!DOCTYPE d [<!ENTITY x SYSTEM "http://127.0.0.1/">]>'),
      'DOCTYPE',
    ],
    ['deep nesting', document('<a>'.repeat(100_000)), 'nested deeper than 40'],
    ['a processing instruction', document('<?php 1 ?>'), 'processing instruction'],
    ['a text without end', document(`<a>${'x'.repeat(20_000)}</a>`), 'more than 10000 characters'],
    ['half a file', document('<CstmrPmtStsRpt>').slice(0, 90), 'not well-formed'],
    ['no XML', '{"a":1}', 'not well-formed'],
    ['nothing', '', 'not well-formed'],
    ['another message', document('<FIToFICstmrCdtTrf/>'), 'no message that we read'],
    ['another root', '<html/>', 'its root is html'],
    ['an unknown encoding', '<?xml version="1.0" encoding="EBCDIC"?><Document/>', 'EBCDIC is not supported'],
  ])('%s is not read', async (_what, text, reason) => {
    await expect(readBankFile(Buffer.from(text))).rejects.toThrow(reason);
  });

  test('bytes outside the declared encoding are rejected', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><Document>'),
      Buffer.from([0xff, 0xfe, 0x80]),
    ]);
    await expect(readBankFile(bytes)).rejects.toThrow('not valid UTF-8');
  });

  test('too many elements are rejected', async () => {
    const bytes = Buffer.from(document('<a/>'.repeat(1_001)));
    await expect(readXml(bytes, 1_000)).rejects.toThrow('more than 1000 elements');
  });
});
