import { z } from 'zod';
import { payeeResults } from '../../../domain/noun/beneficiary.js';
import { bankReferenceKinds } from '../../../domain/noun/bank-reference.js';
import { moneyFrom } from '../../../domain/money.js';
import { cleaned, printable } from './body.js';

/**
 * The connector protocol. These schemas validate messages, and `schema/connector.openapi.json` is printed
 * from them.
 */
export const protocolVersion = 1;

/** Most bytes of a body, in either direction. */
export const bodyMost = 256 * 1024;
/** Most references or notices in one request. */
export const atOnceMost = 100;

/**
 * Text that matches a pattern. The length is checked first, and a mismatch stops before refinements of the
 * parent run.
 */
const formed = (form: RegExp, max: number, message: string) =>
  z
    .string()
    .refine(({ length }) => length <= max, { message, abort: true })
    .regex(form, { message, abort: true });

const amount = formed(/^[0-9]{1,18}(\.[0-9]{1,18})?$/, 37, 'must be a decimal number in quotes').describe(
  'A decimal string, never a number.',
);
const standing = formed(/^-?[0-9]{1,18}(\.[0-9]{1,18})?$/, 38, 'must be a decimal number in quotes').describe(
  'A decimal string; negative if owed.',
);
const currency = formed(/^[A-Z]{3,5}$/, 5, 'must be a currency code').describe('Such as PEN or USDT.');
const method = formed(/^[a-z][a-z0-9_]{0,39}$/, 40, 'must be a lower-case method code').describe(
  'Method code, such as spei or bank_transfer.',
);
const reference = formed(/^[A-Za-z0-9._-]{1,128}$/, 128, 'must be 1 to 128 of A-Z a-z 0-9 . _ -').describe(
  'A permanent reference.',
);
/** Free text of the provider. Control characters are removed and at most 500 characters are stored. */
const said = z.string().min(1).transform(cleaned);
const code = said.describe("The bank's own code; the account sees it in lower case, if possible.");
const time = z.iso.datetime({ offset: true });
const sequence = z.int().min(1).describe('It only increases.');
/** Sent back unchanged, so a cursor that cannot be stored unchanged makes the page invalid. */
const cursor = z
  .string()
  .max(500, { abort: true })
  .refine((text) => printable(text) === text, 'must have no control characters')
  .describe('Opaque cursor of the next page.');
const account = formed(/^acct_[0-9a-z]{1,40}$/, 45, 'must be an account id').describe(
  'Account that gives the order. Returned with it, so that the order can be assigned after a loss of our books.',
);

const operationKind = z.enum(['payout', 'refund', 'withdrawal', 'settlement']);
const product = z.enum(['payin', 'payout', 'refund', 'withdrawal', 'settlement']);
const feature = z.enum(['refund', 'partial_refund', 'returns', 'statement', 'payee_check', 'payer']);

/** Whether the currency exists and the amount has no more decimals than it allows. */
const isMoney = ({ amount, currency }: { readonly amount?: string; readonly currency?: string }): boolean =>
  amount === undefined || currency === undefined || moneyFrom(amount, currency) !== undefined;
/** Without `when`, zod runs a refinement even if the value has failed other checks. */
const ofMoney = { path: ['amount'], when: ({ issues }: z.core.ParsePayload) => issues.length === 0 };

/** The bank's reference of the money. An unknown kind must not invalidate the message. */
const tracing = {
  trace_reference: said
    .exactOptional()
    .describe('Reference by which the bank finds the money; the last one counts.'),
  trace_kind: z
    .enum(bankReferenceKinds.values)
    .catch('other')
    .exactOptional()
    .describe('Kind of trace_reference; an unknown kind counts as other.'),
};

/** A movement of money: amount, currency, time by the provider's clock, and reference. */
const moved = {
  amount,
  currency,
  at: time.describe('Time at the provider.'),
  ...tracing,
  trace_reference: said.describe('Reference by which the bank finds it.'),
};

export const capabilities = z
  .object({
    protocol_version: z.literal(protocolVersion),
    environment: z.enum(['sandbox', 'live']),
    capabilities: z.array(
      z.object({
        product,
        method,
        currency,
        limits: z
          .object({ per_operation: amount.exactOptional(), daily: amount.exactOptional() })
          .exactOptional()
          .describe(
            'Limits of one operation, and of one account in 24 hours. Larger orders are refused before they are sent.',
          ),
      }),
    ),
    features: z.array(feature),
    settling_seconds: z
      .number()
      .min(0)
      .max(86_400)
      .describe('Time after send_by from which "not_found" means "not executed".'),
    concurrency: z.int().min(1).max(1_000).describe('Maximum number of simultaneous orders.'),
  })
  .describe('Read at the start and hourly; supports ETag.');

export const operation = z
  .strictObject({
    kind: operationKind,
    amount,
    currency,
    method,
    details: z.record(z.string(), z.string()).describe("Account to pay, in the method's fields."),
    memo: z.string().max(2_000).exactOptional(),
    send_by: time.describe('After this time nothing is executed.'),
    account_id: account,
  })
  .describe('The same reference and body get the first answer again; another body gets 409.');

export const answer = z
  .discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('accepted'), ...tracing }),
    z.object({ outcome: z.literal('paid'), ...moved }).refine(isMoney, ofMoney),
    z
      .object({ outcome: z.literal('refused'), code, ...tracing })
      .describe('It was not executed, and never will be.'),
  ])
  .describe('Any other answer leaves the order uncertain: it is never sent again, but looked up.');

export const references = z.strictObject({ references: z.array(reference).min(1).max(atOnceMost) });

export const findings = z.object({
  findings: z.array(
    z.discriminatedUnion('outcome', [
      z.object({ reference, outcome: z.enum(['paid', 'returned']), ...moved }),
      z.object({ reference, outcome: z.literal('not_executed'), code, ...tracing }),
      z.object({ reference, outcome: z.enum(['in_flight', 'not_found', 'unknown']), ...tracing }),
    ]),
  ),
});

export const payee = z.strictObject({
  method,
  currency,
  details: z
    .record(z.string(), z.string())
    .describe("The account, in the fields of the rail, with its holder's name among them."),
});

export const payeeChecked = z.object({
  result: z.enum(payeeResults.values),
  holder_hint: said.exactOptional().describe("As much of the holder's name as the bank shows."),
});

export const opening = z.strictObject({
  method,
  currency,
  amount: amount.exactOptional().describe('Only for a one-payment account.'),
  expires_at: time.exactOptional(),
  payer: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe(
      "Only for a one-payment account, with the feature payer: the payer's data, in the method's fields without `payer.`.",
    ),
});

export const opened = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('opened'),
    instructions: z
      .record(z.string(), z.string())
      .transform((all) =>
        Object.fromEntries(Object.entries(all).map(([name, text]) => [cleaned(name), printable(text)])),
      )
      .describe('Keys as in the API description of funding accounts.'),
  }),
  z.object({ outcome: z.literal('refused'), code }),
]);

export const closed = z.object({ outcome: z.literal('closed') });

export const confirmations = z.object({
  confirmations: z.array(
    z.discriminatedUnion('outcome', [
      z.object({ reference, outcome: z.literal('confirmed'), ...moved }),
      z.object({ reference, outcome: z.literal('not_confirmed'), code, ...tracing }),
      z.object({ reference, outcome: z.literal('pending'), ...tracing }),
    ]),
  ),
});

const noticed = { id: said.describe('Id of this notice, permanent.'), sequence, ...tracing };

export const notice = z.discriminatedUnion('type', [
  z
    .object({
      ...noticed,
      type: z.literal('operation'),
      reference,
      outcome: z.enum(['paid', 'not_executed', 'returned', 'in_flight']),
      code: code.exactOptional(),
      amount: amount.exactOptional(),
      currency: currency.exactOptional(),
    })
    .refine(isMoney, ofMoney)
    .describe('One of our orders has a result.'),
  z
    .object({
      ...noticed,
      type: z.literal('payment'),
      funding_reference: reference,
      payment_reference: reference,
      bank_reference: said,
      amount,
      currency,
    })
    .refine(isMoney, ofMoney)
    .describe('A payment arrived; it is credited once it is confirmed.'),
  z
    .object({
      ...noticed,
      type: z.literal('payment_result'),
      payment_reference: reference,
      outcome: z.enum(['settled', 'reversed']),
    })
    .describe('The bank decided about a payment, or took it back.'),
]);

export const notices = z.object({ notices: z.array(notice).min(1).max(atOnceMost) });
export const taken = z.object({ taken: z.int().min(0) });
export const noticePage = z.object({
  notices: z.array(notice).max(atOnceMost),
  next: cursor,
  has_more: z.boolean(),
});

const booked = z.iso.date().describe('Day on which the bank booked it.');
const moving = {
  sequence,
  reference,
  amount,
  currency,
  fee: amount.exactOptional(),
  booked_on: booked,
  ...tracing,
};

export const line = z.discriminatedUnion('kind', [
  z
    .object({
      ...moving,
      kind: z.enum(['operation', 'operation_returned']),
      account_id: account.exactOptional(),
    })
    .refine(isMoney, ofMoney),
  z
    .object({
      ...moving,
      kind: z.enum(['payment', 'payment_reversed']),
      funding_reference: reference,
      bank_reference: said,
    })
    .refine(isMoney, ofMoney),
  z
    .object({ sequence, kind: z.literal('day_closed'), booked_on: booked })
    .describe('Marker of a day: nothing is added before it.'),
]);

export const statement = z.object({
  lines: z.array(line).max(1_000),
  next: cursor,
  has_more: z.boolean(),
  closed_sequence: z.int().min(0).describe('Sequence of the last marker; 0 before the first.'),
});

export const balance = z.object({ balances: z.array(z.object({ currency, amount: standing })) });

export const failure = z.object({ error: z.object({ code: said, message: z.string().max(1_000) }) });

export type Capabilities = z.infer<typeof capabilities>;
export type NoticeMessage = z.infer<typeof notice>;
export type LineMessage = z.infer<typeof line>;
export type Feature = z.infer<typeof feature>;
export type TraceMessage = z.infer<z.ZodObject<typeof tracing>>;
