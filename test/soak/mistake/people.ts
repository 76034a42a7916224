import type { Mistake } from './list.js';

export const peopleMistakes: readonly Mistake[] = [
  {
    name: 'wrong guesses count against the person, whoever makes them',
    edits: [
      {
        file: 'src/adapters/postgres/sign-in.ts',
        find: 'from live, client where own_tries <',
        put: 'from live, client where tries <',
      },
    ],
    test: 'test/journeys/sign-in-stranger.test.ts',
    called: 'a person can sign in while a stranger requests and guesses codes',
    says: /expected 401 to be 201/,
  },
  {
    name: 'codes that strangers ask for leave none for the person',
    edits: [
      {
        file: 'src/domain/sign-in.ts',
        find: 'export const liveCodesMax = 6;',
        put: 'export const liveCodesMax = 0;',
      },
    ],
    test: 'test/journeys/sign-in-limit.test.ts',
    called: 'an address gets thirty codes an hour, the last six only while it has no live code',
    says: /expected \[ 30,/,
  },
  {
    name: 'each address of an IPv6 network is a client of its own',
    edits: [{ file: 'src/domain/address.ts', find: 'const assigned = 4;', put: 'const assigned = 8;' }],
    test: 'test/journeys/sign-in-stranger.test.ts',
    called: 'all addresses of one IPv6 /64 are one client',
    says: /expected 201 to be 401/,
  },
  {
    name: 'one value that does not open fails a whole list',
    edits: [
      {
        file: 'src/domain/noun/show.ts',
        find: 'unseal(value, name) ?? unopened(field));',
        put: 'unseal(value, name)!.toString());',
      },
    ],
    test: 'test/journeys/unopened.test.ts',
    called: 'is left out; its row and all others are shown',
    says: /expected 500 to be 200/,
  },
  {
    name: 'a payout whose beneficiary cannot be read fails instead of waiting',
    edits: [
      {
        file: 'src/usecases/payout-sending.ts',
        find: "if (opened === undefined) return { outcome: 'waits' };",
        put: "if (opened === undefined) return fails('invalid_instruction');",
      },
    ],
    test: 'test/journeys/unopened.test.ts',
    called:
      'is not sent to a beneficiary whose details cannot be decrypted; other payouts are sent, and it follows later',
    says: /expected .*failed/,
  },
  {
    name: 'a start that loses its database gives up',
    edits: [
      {
        file: 'src/main/database-lost.ts',
        find: 'if (signal.aborted || !isLoss(error)) throw error;',
        put: 'if (signal.aborted || lostAt === undefined) throw error;',
      },
    ],
    test: 'test/main/database-lost.test.ts',
    called: 'a start whose embedded PostgreSQL is killed is repeated',
    says: /57P01|ECONN|terminat|connection/i,
  },
  {
    name: 'after a restore the check fails on what restored mode is about to settle',
    edits: [
      {
        file: 'src/adapters/postgres/check/payin.ts',
        find: "expectedIf: noticeSentAfterBackup('payment_result'),",
        put: "expectedIf: `false and ${noticeSentAfterBackup('payment_result')}`,",
      },
    ],
    test: 'test/journeys/restored.test.ts',
    called: 'the checker expects differences from after the backup, until restored mode has settled them',
    says: /contradicts how a pay-in ended/,
  },
  {
    name: 'after a restore the check expects what the books have taken and swallowed',
    edits: [
      {
        file: 'src/adapters/postgres/check/simulator.ts',
        find: "taken.provider = 'sandbox'",
        put: "taken.provider = 'no provider'",
      },
    ],
    test: 'test/journeys/restored.test.ts',
    called: 'the checker expects differences from after the backup, until restored mode has settled them',
    says: /expected/,
  },
  {
    name: 'support decides by hand whether money has moved',
    edits: [{ file: 'src/api/act/evidence.ts', find: 'role: moneyRole,', put: "role: 'support'," }],
    test: 'test/api/graphql/role.test.ts',
    called: 'support may not record evidence about money, and is refused before the payout is read',
    says: /insufficient_role/,
  },
  {
    name: 'a command takes its secret as an argument, without a warning',
    edits: [
      {
        file: 'src/cli/secret.ts',
        find: "const isArgument = command.getOptionValueSource(attribute) === 'cli';",
        put: "const isArgument = command.getOptionValueSource(attribute) === 'none';",
      },
    ],
    test: 'test/main/secret.test.ts',
    called: 'comes from an argument too, with a warning that does not repeat it',
    says: /expected false to be true/,
  },
  {
    name: 'account terms cannot set what a withdrawal costs',
    edits: [
      {
        file: 'src/cli/form.ts',
        find: 'return fields.filter(({ name }) => !carried.includes(name)).flatMap',
        put: "return fields.filter(({ name }) => !carried.includes(name) && name !== 'withdrawalFee').flatMap",
      },
    ],
    test: 'test/api/act.test.ts',
    called: "a command has options for every field of its act's forms",
    says: /withdrawalFee/,
  },
  {
    name: 'account show leaves out from what amount a withdrawal waits',
    edits: [
      {
        file: 'src/domain/terms.ts',
        find: 'approvalThreshold: moneyText(terms.approvalThresholdAmount, terms.approvalThresholdCurrency),',
        put: '',
      },
    ],
    test: 'test/api/act.test.ts',
    called: 'every term of an account can be set by the act and is shown by account show',
    says: /approvalThreshold/,
  },
  {
    name: 'a payer who breaks off a hosted form is an error in the log',
    edits: [
      {
        file: 'src/api/pages/server.ts',
        find: 'const refusal = refusalOf(error, request.raw);',
        put: 'const refusal = error instanceof TooManyRequests ? refusalOf(error, request.raw) : undefined;',
      },
    ],
    test: 'test/pages/break-off.test.ts',
    called: 'a payer who disconnects during a form is not logged and not counted as an error',
    says: /request failed/,
  },
];
