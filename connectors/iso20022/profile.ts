import { z } from 'zod';

const text = z.string().min(1).max(200);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 17:00');
const day = z.iso.date();

/** Sources of a creditor's account number: a field of the order's details, written as an IBAN or as another number. */
const account = z.strictObject({
  field: text,
  as: z.enum(['iban', 'other']),
  /** Scheme of another number: an ISO code, or the bank's own name for it. */
  scheme_code: text.optional(),
  scheme: text.max(35).optional(),
});

const agent = z
  .strictObject({
    field: text,
    as: z.enum(['bic', 'clearing']),
    /** Clearing system of a member number, such as USABA. */
    clearing_system: z.string().max(5).optional(),
    /** Characters of the field that are the number, from the start. */
    first: z.int().min(1).max(35).optional(),
  })
  .refine(({ as, clearing_system: system }) => as === 'bic' || system !== undefined, {
    path: ['clearing_system'],
    message: 'is required for a clearing number',
  });

const product = z.enum(['payin', 'payout', 'refund', 'withdrawal', 'settlement']);

const method = z.strictObject({
  method: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be a lower-case method code'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of ISO 4217'),
  products: z.array(product).min(1),
  /** Local time from which an order is executed on the next business day. */
  cut_off: clock.optional(),
  /** Fields of the details that make the creditor's name, joined by a space. */
  name: z.array(text).min(1),
  account,
  agent: agent.optional(),
  service_level: z.string().max(4).optional(),
  local_instrument: z.string().max(35).optional(),
  category_purpose: z.string().max(4).optional(),
  per_operation: z
    .string()
    .regex(/^\d{1,15}(\.\d{1,2})?$/, 'must be a decimal number in quotes')
    .optional(),
});

/** What one bank expects and sends: data, not code. Validated when the connector starts. */
export const profile = z.strictObject({
  bank: text,
  time_zone: text.refine(isTimeZone, 'is not a time zone, such as America/Lima'),
  /** Days of the week without execution: 0 is Sunday. */
  weekend: z.array(z.int().min(0).max(6)).max(6).default([0, 6]),
  holidays: z.array(day).default([]),
  credit_transfer: z
    .strictObject({
      version: z.enum(['pain.001.001.03', 'pain.001.001.09']),
      /** A bank's own dialect of the namespace. */
      namespace: text.optional(),
      encoding: z.enum(['UTF-8', 'ISO-8859-1']).default('UTF-8'),
      /** `basic`: letters, digits and / - ? : ( ) . , ' + space. */
      characters: z.enum(['basic', 'latin1', 'unicode']).default('basic'),
      /** {message_id} is replaced. */
      file_name: text.refine((name) => name.includes('{message_id}'), 'must contain {message_id}'),
      batch_booking: z.boolean(),
      /** Transactions in one file, at most. */
      transactions_most: z.int().min(1).max(100_000).default(1_000),
      /** How long the first order of a file waits for others. */
      gather_seconds: z.number().min(0).max(3_600).default(60),
      name_most: z.int().min(35).max(140).default(70),
      memo_most: z.int().min(0).max(140).default(140),
      charge_bearer: z.enum(['SLEV', 'SHAR', 'DEBT', 'CRED']).optional(),
    })
    .refine(({ encoding, characters }) => encoding === 'UTF-8' || characters !== 'unicode', {
      path: ['characters'],
      message: 'unicode needs the encoding UTF-8',
    }),
  methods: z
    .array(method)
    .min(1)
    .refine(
      (all) => new Set(all.map((each) => `${each.method} ${each.currency}`)).size === all.length,
      'lists a method and currency twice',
    ),
  status: z
    .strictObject({
      /** Status codes that prove a payment. Without any, only a booked entry does. */
      paid: z.array(z.enum(['ACSC', 'ACCC'])).default([]),
      /** Hours without a status report until the file is reported as unanswered. */
      expected_hours: z.number().min(0).max(240).default(24),
    })
    .prefault({}),
  /** The message that makes a received payment final. */
  incoming: z.strictObject({ final: z.enum(['camt.054', 'camt.053']).default('camt.054') }).prefault({}),
  statement: z
    .strictObject({
      /** Which number counts statements up by one; `none`: only the balances link them. */
      number: z.enum(['ElctrncSeqNb', 'LglSeqNb', 'none']).default('ElctrncSeqNb'),
    })
    .prefault({}),
  recall: z
    .strictObject({
      version: z.enum(['camt.055.001.09', 'camt.056.001.08', 'camt.056.001.09']).default('camt.055.001.09'),
    })
    .prefault({}),
});

export type Profile = z.output<typeof profile>;
export type Method = Profile['methods'][number];

export const methodOf = (
  { methods }: Profile,
  wanted: { readonly method: string; readonly currency: string },
): Method | undefined =>
  methods.find((each) => each.method === wanted.method && each.currency === wanted.currency);

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
