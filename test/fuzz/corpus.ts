import type { Random } from './random.js';

/** Texts known to break parsers, databases, logs and pages. */
export const texts: readonly string[] = [
  ['', ' ', '\t\n', '\0', 'a\0b', '\u0001', '\u007f', '\u0085', '\u2028', '\ufeff', '\ufffe', '\uffff'],
  ['\ud800', '\udfff', 'a\ud83d', '\udca9\ud83d', '\u202eabc', '\u200b', '\u2066x\u2069', 'İıſK', 'ß'],
  ['👩‍👩‍👧‍👦', '🇵🇪', 'e\u0301', `Z${'\u0300'.repeat(60)}`, 'ﷺ', '日本語', 'عربى', '𝟙𝟚'],
  ["'", '"', '\\', "' or '1'='1", "'; drop table payout; --", '$1', '%s%n', '${7*7}', '{{7*7}}'],
  ['<script>alert(1)</script>', '"><img src=x onerror=x>', '&amp;', '<!--', ']]>', 'javascript:1'],
  [
    '../../etc/passwd',
    '/',
    '\\\\host\\share',
    'C:\\',
    '%00',
    '%2e%2e%2f',
    '%',
    '%ff',
    'a\r\nSet-Cookie: x=1',
  ],
  ['null', 'undefined', 'NaN', 'true', '[]', '{}', '__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  [
    '=1+1',
    '@SUM(A1)',
    '-1',
    '1;2',
    '1,2',
    'sim:fail',
    'sim:fail:x',
    'sim:nothing',
    'sim:paid sim:fail',
    'sim:',
  ],
  [
    '2026-02-30',
    '2026-11-20T25:00:00Z',
    '0000-00-00',
    '9999-12-31T23:59:59.999999Z',
    '1970-01-01T00:00:00-99:99',
  ],
].flat();

/** Repeated characters: many of them after a valid start make a bad regular expression slow. */
const pumps = [
  '#',
  '/',
  '.',
  '-',
  '@',
  ':',
  '?',
  '%',
  ' ',
  '\t',
  ',',
  '<',
  '[',
  '(',
  'a',
  'Z',
  '0',
  '_',
  'a.',
  'a-',
  'é',
];

/** A text with a valid start, a repeated character, and an invalid end. */
export function pumped(valid: string, length: number, random: Random): string {
  const pump = random.pick(pumps);
  const begin = random.pick([valid, valid.slice(0, Math.ceil(valid.length / 2)), '']);
  return begin + pump.repeat(Math.floor(length / pump.length)) + random.pick(['\t', '!', '\n', '\0', pump]);
}

/** Headers that the service reads, each with a valid value. */
export const pumpedHeaders: readonly (readonly [name: string, valid: string])[] = [
  ['Authorization', 'Bearer psp_test_abcdefghijkl'],
  ['X-Correlation-Id', 'my-call-1'],
  ['Idempotency-Key', 'my-key-1'],
  ['Platform-Account', 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y'],
  ['Accept-Language', 'es-PE,es;q=0.9'],
  ['Accept-Encoding', 'gzip;q=0.5, br'],
  ['If-None-Match', 'W/"x"'],
  ['X-Forwarded-For', '192.0.2.1'],
  ['Connector-Signature', 't=1,nonce=abcdefghijklmnop,v1=00'],
  ['Content-Type', 'application/json; charset=utf-8'],
  ['Cookie', 'a=b'],
  ['Host', 'pay.example.com'],
  ['Traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
];

/** Texts that some number parsers accept as an amount. */
export const amounts: readonly string[] = [
  [
    '0',
    '0.00',
    '00',
    '00010',
    '-0',
    '-1',
    '+1',
    ' 1',
    '1 ',
    '1.',
    '.5',
    '.',
    '1e9',
    '1E-2',
    '0x1f',
    '0b1',
    '1_000',
  ],
  ['1,000.00', '1,5', 'Infinity', 'NaN', '١٢', '1.0.0', '1e9999999', '0.0000001', '1.123456789012345678901'],
  ['9'.repeat(18), `${'9'.repeat(18)}.99`, '9'.repeat(19), '9'.repeat(400), `0.${'0'.repeat(300)}1`, '0.001'],
  [
    '19000000.00',
    '19000000.01',
    '1000000.01',
    '999999999.99',
    '10.91',
    '10.92',
    '10.93',
    '10.94',
    '10.910',
    '1\0',
  ],
].flat();

/** JSON numbers, kept as text because parsing would change them. */
export const numberTokens: readonly string[] = [
  ['0', '-0', '1', '-1', '1.5', '1e400', '-1e400', '1e-400', '1E2', '60000', '60001', '2147483648'],
  ['9007199254740993', '18446744073709551616', '1.0', '100', '0.1e1', '9'.repeat(400)],
].flat();

/** JSON values of every type; the last ones nest as deep as allowed, and deeper. */
export const tokens: readonly string[] = [
  ['null', 'true', 'false', '""', '"x"', '[]', '{}', '[null]', '[[]]', '["x"]', '{"a":1}', '{"":{}}'],
  [
    '{"length":1}',
    '{"toString":null}',
    '{"constructor":{"prototype":{}}}',
    '{"__proto__":{"status":"active"}}',
  ],
  [`${'['.repeat(31)}${']'.repeat(31)}`, `${'['.repeat(2000)}${']'.repeat(2000)}`],
].flat();

/** Names of fields and parameters that are not documented. */
export const names: readonly string[] = [
  ['unknown', 'id', 'account_id', 'status', 'created_at', 'livemode', '', ' ', '$ref', '0', 'constructor'],
  [
    'toString',
    'hasOwnProperty',
    '__proto__',
    'a.b',
    'a[b]',
    'Amount',
    'amount ',
    'é',
    '\0',
    '\ud800',
    'x'.repeat(300),
  ],
].flat();

/** Path segments, already encoded. */
export const segments: readonly string[] = [
  [
    '%00',
    '%2e%2e',
    '..',
    '.',
    '%2f',
    '%2F..%2F',
    '%',
    '%zz',
    '%ff',
    '%c0%af',
    '%ed%a0%80',
    '%F0%9F%92%A9',
    '%20',
  ],
  [
    '%0d%0aX-A:1',
    '*',
    ':id',
    '{id}',
    '%7Bid%7D',
    'null',
    'undefined',
    '0',
    '-1',
    "'",
    '%27%20or%201=1',
    '%3Cb%3E',
  ],
  [
    'x'.repeat(500),
    'pout_',
    'pout_0',
    'POUT_01K9ZQ3V5E8X7M2N4P6R8T0W1Y',
    'pout_01k9zq3v5e8x7m2n4p6r8t0w1y%00',
    ';a=b',
    '%u0041',
  ],
  [
    '__proto__',
    'constructor',
    'usdt',
    'XXX',
    'EUR',
    '%55SDT',
    '"',
    '|',
    '^',
    '`',
    '\\',
    '[1]',
    '@',
    '+',
    '~',
  ],
].flat();

/** Texts that HTTP allows in a header. */
export const headerTexts: readonly string[] = [
  [
    '',
    'x',
    'short',
    '1234567',
    '12345678',
    'a'.repeat(128),
    'a'.repeat(129),
    'a'.repeat(4000),
    'with space 123',
  ],
  [
    'semi;colon;12345',
    '"quoted-12345"',
    'é-latin-1-é-é',
    '../../../../etc',
    'null',
    '__proto__',
    'a,b,c,d,e,f,g',
    '%00%00%00%00',
  ],
].flat();

/** Headers that some servers act on. */
export const otherHeaders: readonly (readonly [name: string, value: string])[] = [
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Request-Id', 'mine-12345'],
  ['X-Forwarded-Host', 'example.com'],
  ['Forwarded', 'for=1'],
  ['Content-Encoding', 'gzip'],
  ['Accept', 'text/csv'],
  ['Accept-Encoding', 'br;q=9'],
  ['Accept-Version', '9'],
  ['Range', 'bytes=0-1'],
  ['If-None-Match', '*'],
  ['TE', 'trailers'],
  ['Cookie', 'a=b; c'],
  ['Upgrade', 'h2c'],
  ['Origin', 'null'],
  ['Platform-Account', ''],
];

/** Values of Content-Type, mostly wrong. */
export const mediaTypes: readonly string[] = [
  [
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json5',
  ],
  ['application/json; charset=latin1', 'application/json; charset=utf-16', 'application/xml', 'json', '*/*'],
  [
    'application/jsonx',
    'application/json, text/plain',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
    'application/problem+json',
  ],
].flat();

/** Whole bodies that are not a JSON object. */
export const bodies: readonly Buffer[] = [
  [
    '',
    ' ',
    '{',
    '}',
    '[]',
    'null',
    '1',
    '"x"',
    'true',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    '{a:1}',
    '{"a":1}{}',
    '[{}]',
  ],
  [
    '\ufeff{}',
    '{"a":NaN}',
    '{"a":01}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":"\\ud800"}',
    '{"\\u0000":1}',
    '//\n{}',
    '{}\0',
  ],
  ['{"a":{"b":1,"b":2}}', '{"__proto__":{}}', '{"a":'.repeat(5000), '['.repeat(60_000), 'a=b&c=d', '<xml/>'],
]
  .flat()
  .map((text) => Buffer.from(text));

/** Bytes that are not UTF-8. */
export const brokenBytes: readonly Buffer[] = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0x80],
].map((bytes) => Buffer.from(bytes));

const csvHeader = 'method,currency,details.name,details.clabe,source_currency,amount,amount_side,description';
const csvRow = 'spei,MXN,Rosa Campos,032180000118359719,MXN,1.00,source,plain';

/** CSV files with payouts, valid and invalid. */
export const csvFiles: readonly Buffer[] = [
  `${csvHeader}\n${csvRow}\n`,
  `\ufeff${csvHeader}\r\n${csvRow}\r\n`,
  `${csvHeader}\n${`${csvRow}\n`.repeat(1_001)}`,
  `${csvHeader.replaceAll(',', ';')}\n${csvRow.replaceAll(',', ';')}\n`,
  `${csvHeader}\n${csvRow.replace('1.00', '"1,00"')}\n`,
  `${csvHeader}\n${csvRow.replace('plain', '=1+1')}\n`,
  `${csvHeader}\n${csvRow.replace('plain', '"open')}\n`,
  `${csvHeader}\n${csvRow.replace('plain', '"two\nlines"')}\n`,
  `${csvHeader}\n${csvRow.replace('plain', 'a\0b')}\n`,
  `${csvHeader}\n${csvRow.replace('plain', '\u202eb')}\n`,
  `${csvHeader}\n${','.repeat(1_500_000)}`,
  `${csvHeader}\n${'\n'.repeat(1_500_000)}`,
  `${csvHeader}\n"${'"'.repeat(1_500_000)}`,
  `${'details.a.'.repeat(100)},details.__proto__\n1,2\n`,
  `details.a,details.a.b,amount\n1,2,3\n`,
  '',
]
  .map((text) => Buffer.from(text))
  .concat(
    Buffer.from(`${csvHeader}\n${csvRow}\n`, 'utf16le'),
    Buffer.from(`${csvHeader}\nJos\u00e9\n`, 'latin1'),
  );

/** An ISO 20022 message with one payment. */
export const pain001 = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>FUZZ-1</MsgId><NbOfTxs>1</NbOfTxs></GrpHdr><PmtInf><PmtInfId>FUZZ-1</PmtInfId><PmtMtd>TRF</PmtMtd>
<CdtTrfTxInf><PmtId><EndToEndId>fuzz</EndToEndId></PmtId><Amt><InstdAmt Ccy="MXN">1.00</InstdAmt></Amt><Cdtr><Nm>Rosa Campos</Nm></Cdtr>
<CdtrAcct><Id><Othr><Id>032180000118359719</Id></Othr></Id></CdtrAcct></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`;
const entities = '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>';

/** XML files with payouts, valid and invalid. */
export const xmlFiles: readonly Buffer[] = [
  pain001,
  pain001.replace('FUZZ-1', 'FUZZ-2'),
  pain001.replaceAll('pain.001.001.09', 'pain.008.001.02'),
  pain001.replace('<NbOfTxs>1', '<NbOfTxs>2'),
  pain001.replace('1.00', '1,00'),
  pain001.replace('1.00', '9'.repeat(900)),
  pain001.replace('Rosa', '\u202e&#0;'),
  pain001.replace('Rosa', '&nbsp;'),
  pain001.replace('<Document', `${entities}<Document`).replace('Rosa', '&c;'),
  pain001.replace('</PmtInf>', `${'<A>'.repeat(500_000)}</PmtInf>`),
  pain001.replace('</PmtInf>', `${'<A/>'.repeat(400_000)}</PmtInf>`),
  pain001.replace('Ccy="MXN"', 'Ccy="MXN" '.repeat(150_000)),
  pain001.replace('MXN', 'x'.repeat(1_500_000)),
  pain001.replace('</Document>', ''),
  '<',
]
  .map((text) => Buffer.from(text))
  .concat(Buffer.from(pain001, 'utf16le'));
