import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../../src/adapters/postgres/check/run.js';
import { withFile } from '../../../src/api/file/batch-file.js';
import { csvBatch } from '../../../src/api/file/csv.js';
import { messageMethods, pain001Batch } from '../../../src/api/file/pain001.js';
import { elementAt, childrenOf, readXml, textOf } from '../../../src/api/file/xml.js';
import { Refusal } from '../../../src/domain/refusal.js';
import { openSandbox, type Sandbox } from '../sandbox.js';

const today = '2026-11-29';
const accountId = 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y';
const spei = (id: string, amount = '10.00', clabe = '032180000118359719'): string =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="MXN">${amount}</InstdAmt></Amt>
<Cdtr><Nm>Rosa Campos &amp; Hijos</Nm></Cdtr><CdtrAcct><Id><Othr><Id>${clabe}</Id></Othr></Id></CdtrAcct></CdtTrfTxInf>`;
const block = (id: string, transfers: readonly string[], more = ''): string =>
  `<PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>TRF</PmtMtd>${more}${transfers.join('\n')}</PmtInf>`;

let ids = 0;
const newId = (): string => `MSG-${(ids += 1)}`;
interface Message {
  readonly id?: string;
  readonly version?: string;
  readonly header?: string;
}
const message = (
  blocks: readonly string[],
  { id = newId(), version = 'pain.001.001.09', header }: Message = {},
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">
<CstmrCdtTrfInitn>
<GrpHdr><MsgId>${id}</MsgId>${header ?? `<NbOfTxs>${blocks.join('').split('<CdtTrfTxInf>').length - 1}</NbOfTxs>`}</GrpHdr>
${blocks.join('\n')}
</CstmrCdtTrfInitn>
</Document>`;
const one = (transfer: string, more?: string, options?: Message): string =>
  message([block('P1', [transfer], more)], options);

const read = (text: string | Uint8Array) =>
  pain001Batch(typeof text === 'string' ? Buffer.from(text) : new Uint8Array(text));

/** Code, message and param of the error for a faulty file. */
async function faultOf(
  text: string | Uint8Array,
): Promise<[code?: string, message?: string, param?: string]> {
  try {
    await withFile(await read(text), { accountId, today }, async () => undefined);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, error.message, error.param ?? ''];
  }
  return [];
}

describe('a message', () => {
  const transfer = (amount: string, rest: string): string =>
    `<CdtTrfTxInf><PmtId><EndToEndId>NOTPROVIDED</EndToEndId></PmtId><Amt>${amount}</Amt>${rest}</CdtTrfTxInf>`;
  const account = (id: string, more = ''): string =>
    `<CdtrAcct><Id><Othr><Id>${id}</Id></Othr></Id>${more}</CdtrAcct>`;
  const party = (name: string, id = ''): string =>
    `<Cdtr><Nm>${name}</Nm>${id && `<Id><PrvtId><Othr>${id}</Othr></PrvtId></Id>`}</Cdtr>`;
  const bank = (id: string): string =>
    `<CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>${id}</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>`;
  const exact = (currency: string): string => `<InstdAmt Ccy="${currency}">10.00</InstdAmt>`;
  const priced = (source_currency: string) => ({
    source_currency,
    amount: '10.00',
    amount_side: 'destination',
  });
  const customer = 'cus_01k9zq3v5e8x7m2n4p6r8t0w1y';
  const beneficiary = 'ben_01k9zq3v5e8x7m2n4p6r8t0w1y';

  test.each<[string, string, string, object]>([
    [
      'by spei',
      spei('a'),
      '',
      {
        ...priced('MXN'),
        reference: 'a',
        beneficiary: {
          method: 'spei',
          currency: 'MXN',
          details: { name: 'Rosa Campos & Hijos', clabe: '032180000118359719' },
        },
      },
    ],
    [
      'by ach',
      transfer(
        exact('USD'),
        `${bank('021000021')}${party('Jane Doe')}${account('000123456789', '<Tp><Cd>SVGS</Cd></Tp>')}<RmtInf><Ustrd>One</Ustrd><Ustrd>Two</Ustrd></RmtInf>`,
      ),
      '<DbtrAcct><Id><Othr><Id>01k9zq3v5e8x7m2n4p6r8t0w1y-USDT-AVL</Id></Othr></Id></DbtrAcct>',
      {
        ...priced('USDT'),
        description: 'One Two',
        beneficiary: {
          method: 'ach',
          currency: 'USD',
          details: {
            name: 'Jane Doe',
            routing_number: '021000021',
            account_number: '000123456789',
            account_type: 'savings',
          },
        },
      },
    ],
    [
      'by a pix key, of an amount that leaves the balance',
      transfer(
        '<EqvtAmt><Amt Ccy="MXN">10.00</Amt><CcyOfTrf>BRL</CcyOfTrf></EqvtAmt>',
        `${party('João da Silva')}<CdtrAcct><Prxy><Tp><Prtry>CPF</Prtry></Tp><Id>52998224725</Id></Prxy></CdtrAcct>`,
      ),
      `<UltmtDbtr><Id><PrvtId><Othr><Id>${customer}</Id></Othr></PrvtId></Id></UltmtDbtr>`,
      {
        ...priced('MXN'),
        amount_side: 'source',
        beneficiary: {
          method: 'pix',
          currency: 'BRL',
          details: { name: 'João da Silva', pix_key: '52998224725' },
          customer_id: customer,
        },
      },
    ],
    [
      'by mobile payment',
      transfer(
        exact('VES'),
        `<PmtTpInf><LclInstrm><Prtry>mobile_payment</Prtry></LclInstrm></PmtTpInf>${bank('0102')}${party('Luis Pérez', '<Id>12345678</Id><SchmeNm><Prtry>V</Prtry></SchmeNm>')}${account('04141234567')}`,
      ),
      '<DbtrAcct><Ccy>USD</Ccy></DbtrAcct>',
      {
        ...priced('USD'),
        beneficiary: {
          method: 'mobile_payment',
          currency: 'VES',
          details: {
            phone: '04141234567',
            bank_code: '0102',
            document: { type: 'V', number: '12345678' },
            name: 'Luis Pérez',
          },
        },
      },
    ],
    [
      'to a name in two parts',
      transfer(
        exact('PEN'),
        `${party('Quispe Flores, María', '<Id>12345678</Id>')}${account('00219300123456789012')}`,
      ),
      '',
      {
        ...priced('PEN'),
        beneficiary: {
          method: 'bank_transfer',
          currency: 'PEN',
          details: {
            cci: '00219300123456789012',
            document_number: '12345678',
            first_name: 'María',
            last_name: 'Quispe Flores',
          },
        },
      },
    ],
    [
      'to a beneficiary that exists',
      transfer(exact('MXN'), account(beneficiary)),
      '',
      { ...priced('MXN'), beneficiary_id: beneficiary, currency: 'MXN' },
    ],
  ])('pays %s', async (_what, paid, more, item) => {
    for (const version of ['pain.001.001.03', 'pain.001.001.09'])
      expect((await read(one(paid, more, { version }))).items).toEqual([item]);
  });

  test('has an element for each detail of each payout method', async () => {
    const { capabilities } = sandbox.wired.ports.catalogue;
    for (const { product, method, currency, beneficiaryFields = [] } of capabilities) {
      if (product !== 'payout') continue;
      const known = messageMethods[currency]?.[method];
      for (const { name } of beneficiaryFields) expect(known, `${method} ${currency}`).toContain(name);
    }
  });

  const second = (from: string, to: string): string =>
    message([block('P1', [spei('a'), spei('b').replace(from, to)])]);
  const txn = 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf[2]';
  test.each<[string, string, string, string, string]>([
    [
      'no count',
      one(spei('a'), '', { header: '' }),
      'invalid_parameter',
      'line 4, CstmrCdtTrfInitn/GrpHdr/NbOfTxs: is missing',
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
    ],
    [
      'another count',
      one(spei('a'), '', { header: '<NbOfTxs>2</NbOfTxs>' }),
      'invalid_parameter',
      'line 4, CstmrCdtTrfInitn/GrpHdr/NbOfTxs: says 2 payments; the file has 1 here',
      'CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
    ],
    [
      'another sum',
      one(spei('a'), '', { header: '<NbOfTxs>1</NbOfTxs><CtrlSum>10.01</CtrlSum>' }),
      'invalid_parameter',
      'line 4, CstmrCdtTrfInitn/GrpHdr/CtrlSum: says 10.01; the amounts here add up to 10.',
      'CstmrCdtTrfInitn/GrpHdr/CtrlSum',
    ],
    [
      'another sum of a block',
      one(spei('a'), '<CtrlSum>x</CtrlSum>'),
      'invalid_parameter',
      'line 5, CstmrCdtTrfInitn/PmtInf/CtrlSum: says x; the amounts here add up to 10.',
      'CstmrCdtTrfInitn/PmtInf/CtrlSum',
    ],
    [
      'cheques',
      one(spei('a')).replace('TRF', 'CHK'),
      'invalid_parameter',
      'line 5, CstmrCdtTrfInitn/PmtInf/PmtMtd: CHK is not supported; send TRF',
      'CstmrCdtTrfInitn/PmtInf/PmtMtd',
    ],
    [
      'a day that is to come',
      one(spei('a'), '<ReqdExctnDt><Dt>2026-11-30</Dt></ReqdExctnDt>'),
      'invalid_parameter',
      'line 5, CstmrCdtTrfInitn/PmtInf/ReqdExctnDt/Dt: 2026-11-30 is in the future, and payouts are made at once',
      'CstmrCdtTrfInitn/PmtInf/ReqdExctnDt/Dt',
    ],
    [
      'a day that is none',
      one(spei('a'), '<ReqdExctnDt>tomorrow</ReqdExctnDt>'),
      'invalid_parameter',
      'line 5, CstmrCdtTrfInitn/PmtInf/ReqdExctnDt: is not a date',
      'CstmrCdtTrfInitn/PmtInf/ReqdExctnDt',
    ],
    [
      'a decimal comma',
      second('10.00', '10,00'),
      'invalid_parameter',
      `line 7, ${txn}/Amt/InstdAmt: is not a plain decimal number`,
      `${txn}/Amt/InstdAmt`,
    ],
    [
      'a hidden character in a name',
      second('Rosa', 'Ro\u202esa'),
      'invalid_parameter',
      `line 8, ${txn}/Cdtr/Nm: contains U+202E`,
      `${txn}/Cdtr/Nm`,
    ],
    [
      'a rate of its own',
      second('<Cdtr>', '<XchgRateInf><XchgRate>1</XchgRate></XchgRateInf><Cdtr>'),
      'invalid_parameter',
      `line 8, ${txn}/XchgRateInf: is not supported`,
      `${txn}/XchgRateInf`,
    ],
    [
      'no amount',
      second('<InstdAmt Ccy="MXN">10.00</InstdAmt>', ''),
      'invalid_parameter',
      `line 7, ${txn}/Amt/InstdAmt: is missing`,
      `${txn}/Amt/InstdAmt`,
    ],
    [
      'an amount of another currency than its balance',
      one(
        spei('a').replace(
          /<InstdAmt.*<\/InstdAmt>/,
          '<EqvtAmt><Amt Ccy="MXN">1000</Amt><CcyOfTrf>MXN</CcyOfTrf></EqvtAmt>',
        ),
        '<DbtrAcct><Id><Othr><Id>USDT-AVL</Id></Othr></Id></DbtrAcct>',
      ),
      'invalid_parameter',
      'line 5, CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/EqvtAmt/Amt: is in MXN, and the balance that pays is in USDT',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/EqvtAmt/Amt',
    ],
    [
      'an amount without a currency',
      one(spei('a').replace(' Ccy="MXN"', '')),
      'invalid_parameter',
      'line 5, CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt: has no currency',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Amt/InstdAmt',
    ],
    [
      "another account's balance",
      one(
        spei('a'),
        '<DbtrAcct><Id><Othr><Id>01k9zq3v5e8x7m2n4p6r8t0w1z-MXN-AVL</Id></Othr></Id></DbtrAcct>',
      ),
      'invalid_parameter',
      'line 5, CstmrCdtTrfInitn/PmtInf/DbtrAcct/Id/Othr/Id: names another account',
      'CstmrCdtTrfInitn/PmtInf/DbtrAcct/Id/Othr/Id',
    ],
    [
      'a part of a balance that cannot pay',
      one(spei('a'), '<DbtrAcct><Id><Othr><Id>MXN-PND</Id></Othr></Id></DbtrAcct>'),
      'invalid_parameter',
      'line 5, CstmrCdtTrfInitn/PmtInf/DbtrAcct/Id/Othr/Id: names the part PND of a balance',
      'CstmrCdtTrfInitn/PmtInf/DbtrAcct/Id/Othr/Id',
    ],
    [
      'a long message id',
      one(spei('a'), '', { id: 'x'.repeat(36) }),
      'invalid_parameter',
      'line 4, CstmrCdtTrfInitn/GrpHdr/MsgId: has more than 35 characters',
      'CstmrCdtTrfInitn/GrpHdr/MsgId',
    ],
    [
      'no payment',
      message([], { header: '<NbOfTxs>0</NbOfTxs>' }),
      'invalid_parameter',
      'line 3, CstmrCdtTrfInitn/PmtInf: has no payments',
      'CstmrCdtTrfInitn/PmtInf',
    ],
    [
      'more than a thousand payments',
      message([
        block(
          'P1',
          Array.from({ length: 1_001 }, (_, at) => spei(`${at}`)),
        ),
      ]),
      'invalid_parameter',
      'line 2005, CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf[1001]: the file has more than 1000 payments',
      'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf[1001]',
    ],
    [
      'another message',
      one(spei('a'), '', { version: 'pain.008.001.02' }),
      'invalid_parameter',
      'line 2, Document: is not a credit transfer initiation',
      'Document',
    ],
    [
      'an element that stays open',
      one(spei('a')).replace('</Cdtr>', ''),
      'invalid_body',
      'line 6: is not well-formed XML (unexpected close tag',
      'line[6]',
    ],
    [
      'an own entity',
      one(spei('a')).replace('&amp;', '&rosa;'),
      'invalid_body',
      'line 6: is not well-formed XML (undefined entity',
      'line[6]',
    ],
    [
      'entities in entities',
      one(spei('a')).replace(
        '<Document',
        '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><Document',
      ),
      'invalid_body',
      'line 2: has a DOCTYPE; remove it',
      'line[2]',
    ],
    [
      'a processing instruction',
      one(spei('a')).replace('<Document', '<?php echo 1 ?><Document'),
      'invalid_body',
      'line 2: has a processing instruction; remove it',
      'line[2]',
    ],
    [
      'another encoding',
      one(spei('a')).replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'),
      'invalid_body',
      'line 1: declares another encoding than UTF-8; save the file as UTF-8',
      'line[1]',
    ],
    [
      'a huge attribute',
      one(spei('a')).replace('Ccy="', `Ccy="${'x'.repeat(1_001)}`),
      'invalid_body',
      'line 5: has more than 1000 characters in Ccy',
      'line[5]',
    ],
    [
      'a huge text',
      one(spei('a')).replace('Rosa', 'x'.repeat(1_001)),
      'invalid_body',
      'line 6: has more than 1000 characters in Nm',
      'line[6]',
    ],
    ['nothing', '', 'invalid_body', 'line 1: ', 'line[1]'],
  ])('with %s is refused with the position', async (_what, text, code, words, param) => {
    const [found, said = '', at] = await faultOf(text);
    expect([found, said.slice(0, words.length), at], said).toEqual([code, words, param]);
  });

  test('in UTF-16 or with broken UTF-8 is refused with the line', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(one(spei('a')), 'utf16le')]);
    expect((await faultOf(utf16))[1]).toContain('line 1: the file is in UTF-16');
    const latin = Buffer.from(one(spei('a').replace('Rosa', 'Peña')), 'latin1');
    expect((await faultOf(latin))[1]).toContain('line 6: the file is not in UTF-8');
  });

  const twoMiB = 2 * 1024 * 1024;
  const within = (part: string): string =>
    one(spei('a'), part.repeat(Math.floor((twoMiB - 1_000) / part.length)));
  test.each([
    ['elements', within('<A/>')],
    ['elements in elements', `${'<A>'.repeat(600_000)}`],
    ['attributes', one(spei('a')).replace('Ccy="MXN"', 'a="" '.repeat(400_000))],
    ['one attribute', one(spei('a')).replace('MXN', 'x'.repeat(twoMiB - 2_000))],
    ['one text', one(spei('a')).replace('Rosa', 'x'.repeat(twoMiB - 2_000))],
    ['comments', within('<!-- -->')],
    ['one comment', one(spei('a')).replace('<GrpHdr>', `<!--${'- '.repeat(900_000)}--><GrpHdr>`)],
    ['carriage returns', within('\r')],
    ['lines in an attribute', one(spei('a')).replace('MXN', '\n'.repeat(twoMiB - 2_000))],
    [
      'blocks with much beside',
      message(Array.from({ length: 500 }, (_, at) => block(`P${at}`, [spei(`${at}`)], '<A/>'.repeat(150)))),
    ],
    ['references', one(spei('a')).replace('Rosa', '&amp;'.repeat(400_000))],
    ['blanks', within(' ')],
    [
      'elements of other blocks',
      message([
        block(
          'P1',
          Array.from({ length: 1_000 }, (_, at) => spei(`${at}`)),
          '<A/>'.repeat(999),
        ),
      ]),
    ],
    [
      'namespaces',
      one(spei('a')).replace(
        'Ccy="MXN"',
        Array.from({ length: 50_000 }, (_, at) => `xmlns:a${at}="b" `).join(''),
      ),
    ],
  ])('of 2 MiB of %s takes little of a processor', async (_, text) => {
    let least = Infinity;
    for (let nth = 0; nth < 20 && least > 300; nth += 1) {
      const from = process.cpuUsage();
      await faultOf(text);
      const { user, system } = process.cpuUsage(from);
      least = Math.min(least, (user + system) / 1_000);
    }
    expect(least).toBeLessThanOrEqual(300);
  });

  test.each([
    [
      'a message',
      message([
        block(
          'P1',
          Array.from({ length: 1_000 }, (_, at) => spei(`${at}`)),
        ),
      ]),
      pain001Batch,
    ],
    ['a CSV file', `amount\n${`${'1'.repeat(900)}\n`.repeat(500)}`, csvBatch],
  ] as const)('others have their turn while %s is read', async (_what, text, readFile) => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await readFile(Buffer.from(text));
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  const folder = join(import.meta.dirname, 'messages');
  test.each(readdirSync(folder).filter((name) => name.endsWith('.xml')))(
    'of another generator is read: %s',
    async (name) => {
      const { items, message: own } = await read(readFileSync(join(folder, name)));
      expect(own?.name).toBe('pain.001.001.03');
      for (const item of items)
        expect(item).toMatchObject({
          amount: expect.stringMatching(/^\d+(\.\d+)?$/),
          reference: expect.any(String),
          beneficiary: { method: expect.any(String), currency: expect.stringMatching(/^(EUR|USD)$/) },
        });
    },
  );
});

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  const { violations } = await checkInvariants(sandbox.url);
  await sandbox.close();
  expect(violations).toEqual([]);
});

describe('a batch of a message', () => {
  const path = '/v1/payout-batches';
  const send = (text: string, key = `key-of-${(ids += 1)}-message`, to = path) =>
    sandbox.call('POST', to).set('Content-Type', 'application/xml').set('Idempotency-Key', key).send(text);
  const reportOf = async (id: string) => {
    const { status, text, headers } = await sandbox.call('GET', `${path}/${id}/status-report`);
    expect([status, headers['content-type']], text).toEqual([200, 'application/xml; charset=utf-8']);
    const root = await readXml(Buffer.from(text));
    return { root, report: elementAt(root, 'CstmrPmtStsRpt') };
  };

  test('is the same batch with the same key, and 409 with another', async () => {
    const text = one(spei('a'), '', { id: 'WAGES-1' });
    const made = await send(text, 'key-of-wages-1');
    expect([made.status, made.body.message_id], made.text).toEqual([201, 'WAGES-1']);
    const again = await send(text, 'key-of-wages-1');
    expect([again.status, again.body.id]).toEqual([200, made.body.id]);
    const elementPath = 'CstmrCdtTrfInitn/GrpHdr/MsgId';
    const other = await send(text.replace('10.00', '11.00'));
    const { code, param, message: words } = other.body.error;
    expect([other.status, code, param]).toEqual([409, 'message_id_reused', elementPath]);
    expect(words).toBe(
      `line 4, ${elementPath}: WAGES-1 was used for batch ${made.body.id}; give each file an id of its own.`,
    );
    const response = await send(text, undefined, `${path}/preview`);
    expect([response.status, response.body.refusal.code, response.body.refusal.param]).toEqual([
      200,
      'message_id_reused',
      elementPath,
    ]);
    const listed = await sandbox.call('GET', `${path}?message_id=WAGES-1`);
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
  });

  test.each([
    ['pain.001.001.03', 'pain.002.001.03'],
    ['pain.001.001.09', 'pain.002.001.10'],
  ])('of %s is reported as %s, each item in its block', async (version, reported) => {
    const blocks = [block('FIRST', [spei('a'), spei('NOTPROVIDED')]), block('SECOND', [spei('c')])];
    const made = await send(message(blocks, { id: `ID-${version}`, version }));
    expect(made.status, made.text).toBe(201);
    const { root, report } = await reportOf(made.body.id);
    expect(root.namespace).toBe(`urn:iso:std:iso:20022:tech:xsd:${reported}`);
    const head = elementAt(report, 'OrgnlGrpInfAndSts');
    expect(head?.children.map((each) => [each.name, textOf(each)])).toEqual([
      ['OrgnlMsgId', `ID-${version}`],
      ['OrgnlMsgNmId', version],
      ['OrgnlNbOfTxs', '3'],
      ['GrpSts', 'PDNG'],
    ]);
    const statuses = childrenOf(report, 'OrgnlPmtInfAndSts').map((part) => [
      textOf(elementAt(part, 'OrgnlPmtInfId')),
      ...childrenOf(part, 'TxInfAndSts').map((each) => textOf(elementAt(each, 'OrgnlEndToEndId'))),
    ]);
    expect(statuses).toEqual([
      ['FIRST', 'a', 'NOTPROVIDED'],
      ['SECOND', 'c'],
    ]);
  });

  test('of JSON is reported by its own id', async () => {
    const beneficiary = await sandbox
      .call('POST', '/v1/beneficiaries')
      .send({ method: 'spei', currency: 'MXN', details: { name: 'Rosa', clabe: '032180000118359719' } });
    const item = {
      beneficiary_id: beneficiary.body.id,
      source_currency: 'MXN',
      amount: '1.00',
      amount_side: 'source',
    };
    const made = await sandbox
      .call('POST', path)
      .set('Idempotency-Key', 'key-of-a-json-batch')
      .send({ items: [item] });
    const { report } = await reportOf(made.body.id);
    expect(textOf(elementAt(report, 'OrgnlGrpInfAndSts/OrgnlMsgId'))).toBe(made.body.id);
    expect(
      (await sandbox.call('GET', `${path}/${made.body.id.replace(/.$/, '0')}/status-report`)).status,
    ).toBe(404);
  });

  test('names the element of a beneficiary that cannot be created', async () => {
    const txn = 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf[2]';
    const wrong = await send(message([block('P1', [spei('a'), spei('b', '1.00', '032180000118359710')])]));
    expect([wrong.status, wrong.body.error.param]).toEqual([400, `${txn}/CdtrAcct/Id/Othr/Id`]);
    expect(wrong.body.error.message).toMatch(/^line 8, .*: has wrong check digits/);
    const unknown = await send(message([block('P1', [spei('a'), spei('b').replace('MXN', 'EUR')])]));
    expect([unknown.status, unknown.body.error.code, unknown.body.error.param]).toEqual([
      422,
      'unsupported_method',
      txn,
    ]);
    const known = await sandbox
      .call('POST', '/v1/beneficiaries')
      .send({ method: 'spei', currency: 'MXN', details: { name: 'Rosa', clabe: '032180000118359719' } });
    const byId = spei('b', '1.00', known.body.id);
    const other = await send(message([block('P1', [spei('a'), byId.replace('MXN', 'USD')])]));
    expect([other.status, other.body.error.param]).toEqual([400, `${txn}/Amt/InstdAmt`]);
    expect(other.body.error.message).toMatch(/is USD; the beneficiary receives MXN\.$/);
    expect((await send(message([block('P1', [spei('a'), byId])]))).status).toBe(201);
    for (const method of ['items[0].constructor', 'items[1].__proto__', 'items[9].x']) {
      const named = `<PmtTpInf><LclInstrm><Prtry>${method}</Prtry></LclInstrm></PmtTpInf>`;
      const fax = await send(one(spei('a').replace('<Amt>', `${named}<Amt>`)));
      expect([fax.status, fax.body.error.code], fax.text).toEqual([422, 'unsupported_method']);
      expect(fax.body.error.message).toContain(method);
    }
    const nameless = await send(message([block('P1', [spei('a'), spei('b').replace(/<Nm>.*<\/Nm>/, '')])]));
    expect([nameless.status, nameless.body.error.param], nameless.text).toEqual([400, `${txn}/Cdtr/Nm`]);
  });
});
