import type { Mistake } from './list.js';

const currency = 'test/api/currency.test.ts';
const rule = 'test/domain/field-rule.test.ts';
const statement = 'test/journeys/balance-statement.test.ts';
const connector = 'test/adapters/connector-text.test.ts';

/** Mistakes in what a caller or a bank may name. */
export const fieldMistakes: readonly Mistake[] = [
  {
    name: 'a currency that does not exist is an empty list',
    edits: [
      {
        file: 'src/api/rest/request.ts',
        find: `if (isOfCurrency(operation)) currencyFrom(id, 'currency');`,
        put: `if (isOfCurrency(operation)) void currencyFrom;`,
      },
    ],
    test: currency,
    called: 'in the path of ',
    says: /to deeply equal/,
  },
  {
    name: 'the request log runs on machine time',
    edits: [
      {
        file: 'src/main/clock.ts',
        find: '    aheadMs = businessAheadMs;',
        put: '    aheadMs = businessAheadMs * 0;',
      },
    ],
    test: 'test/main/clock.test.ts',
    called: 'business time is asked for at once after it was moved',
    says: /expected/,
  },
  {
    name: 'a document of Venezuela has its letter twice',
    edits: [
      {
        file: 'src/domain/field-rule.ts',
        find: "fault: (value, { 'document.type': letter }) => venezuelanDocumentFault(value, letter),",
        put: 'fault: (value) => venezuelanDocumentFault(value),',
      },
    ],
    test: rule,
    called: ' has no number ',
    says: /to match/,
  },
  {
    name: 'camt.053 closes a period that goes on',
    edits: [{ file: 'src/api/camt053.ts', find: 'return to > asOf\n', put: 'return to < asOf\n' }],
    test: statement,
    called: 'two third-party parsers read the same data from camt.053 as from the CSV',
    says: /CLBD/,
  },
  {
    name: "a bank's code is stored with its control characters",
    edits: [
      {
        file: 'src/adapters/providers/connector/body.ts',
        find: `text.toWellFormed().replaceAll(/\\p{Cc}/gu, '')`,
        put: 'text.toWellFormed()',
      },
    ],
    test: connector,
    called: 'of an answer is cleaned, in a refusal and in an error alike',
    says: /to deeply equal/,
  },
  {
    name: 'the last of two equal keys in the answer of a bank counts',
    edits: [
      {
        file: 'src/adapters/providers/connector/body.ts',
        find: 'return jsonFault(text) === undefined ? value : undefined;',
        put: `return jsonFault(text)?.is === 'deep' ? undefined : value;`,
      },
    ],
    test: connector,
    called: 'leaves an order uncertain',
    says: /to match object/,
  },
];
