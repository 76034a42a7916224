import { z } from 'zod';
import { protocolSettings } from '../protocol/settings.ts';

const text = z.string().min(1);
const seconds = z.int().min(1);

/** The settings file of this connector. Paths are relative to the file. */
export const pixSettings = protocolSettings.extend({
  pix: z.strictObject({
    /** Address of the institution's Pix API, such as https://pix.example.com/api/v2. */
    url: z.url(),
    token_url: z.url(),
    client_id: text,
    client_secret: text,
    scopes: z
      .array(text)
      .default([
        'cob.write',
        'cob.read',
        'cobv.write',
        'cobv.read',
        'pix.write',
        'pix.read',
        'webhook.write',
      ]),
    /** PEM files: our certificate for mTLS, and the institution's CA if it is private. */
    tls: z.strictObject({ cert: text, key: text, ca: text.optional() }),
    /** The Pix key that receives. */
    key: text.max(77),
    /** Name and city of the receiver, as the code shows them. */
    receiver: z.strictObject({ name: text.max(25), city: text.max(15) }),
    /** Pix received before this time do not belong to the service. */
    since: z.iso.datetime({ offset: true }),
    /** cobv (with a due date) if the account has a payer and expires on a later day; otherwise cob. */
    charge: z.enum(['cob', 'cobv']).default('cob'),
    /** The institution books by the days of this time zone. */
    time_zone: text.default('America/Sao_Paulo'),
    /** How long a charge without expiry may be paid. */
    charge_seconds: seconds.default(86_400),
    poll_seconds: seconds.default(10),
    returns_seconds: seconds.default(21_600),
    overlap_seconds: seconds.default(600),
    page_size: z.int().min(1).max(1_000).default(100),
    requests_per_second: z.number().positive().default(10),
    settling_seconds: seconds.default(60),
    /**
     * The endpoint that the institution calls when a Pix arrives; without it Pix are found by polling only.
     */
    webhook: z
      .strictObject({
        url: z.url(),
        listen: z.strictObject({
          host: text,
          port: z.int().min(0).max(65_535),
          tls: z.strictObject({ cert: text, key: text, clients: text }),
        }),
      })
      .optional(),
  }),
});

export type PixSettings = z.infer<typeof pixSettings>['pix'];
