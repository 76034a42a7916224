import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { protocolSettings, readSettings } from '../protocol/settings.ts';
import { profile, type Profile } from './profile.ts';

const text = z.string().min(1).max(500);

const folders = {
  /** Folder for our files. */
  out: text,
  /** Folder in which the bank's files arrive. */
  in: text,
  /** Folder to which the bank's files are moved once stored. */
  done: text,
  /** Folder for files that are too large to be stored. */
  aside: text,
};

const transport = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('directory'), ...folders }),
  z.strictObject({
    kind: z.literal('sftp'),
    ...folders,
    host: text,
    port: z.int().min(1).max(65_535).default(22),
    username: text,
    /** File with the private key. */
    private_key: text,
    passphrase: text.optional(),
    /** Fingerprints of the server's key, such as `SHA256:…`; two during a change. */
    host_keys: z
      .array(z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'must be SHA256:<43 characters>'))
      .min(1)
      .max(4),
  }),
]);

const party = z.strictObject({
  name: text.max(140),
  /** The bank's number for the company. */
  id: z.string().min(1).max(35).optional(),
});

const ownAccount = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  number: z.string().min(1).max(34),
  as: z.enum(['iban', 'other']),
  bic: z
    .string()
    .regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a BIC')
    .optional(),
});

const settings = protocolSettings.extend({
  /** File of the bank's profile. */
  profile: text,
  company: party,
  accounts: z
    .array(ownAccount)
    .min(1)
    .refine(
      (all) => new Set(all.map(({ currency }) => currency)).size === all.length,
      'lists a currency twice',
    ),
  transport,
  /** Interval for reading the bank's folder and uploading waiting files. */
  poll_seconds: z.number().min(0.1).max(3_600).default(30),
  /** Files of the bank above this size are set aside unread. */
  file_bytes_most: z
    .int()
    .min(1_024)
    .max(256 * 1024 * 1024)
    .default(32 * 1024 * 1024),
  /** Folder for commands, the report and files that could not be read. */
  desk: text,
});

export type Settings = z.output<typeof settings>;
export type OwnAccount = Settings['accounts'][number];

export interface Configuration {
  readonly settings: Settings;
  readonly profile: Profile;
  readonly pathOf: (name: string) => string;
  readonly pem: (name: string) => string;
}

/** Reads the settings and the profile; a mistake names its file and field. */
export function readConfiguration(path: string): Configuration {
  const own = readSettings(path, settings);
  const bank = readSettings(own.pathOf(own.settings.profile), profile).settings;
  for (const { method, currency } of bank.methods)
    if (!own.settings.accounts.some((each) => each.currency === currency))
      throw new Error(`${path}: accounts: has no account in ${currency}, which ${method} needs`);
  return { ...own, profile: bank };
}

/** The text of a file that the settings name. */
export const fileText = (path: string): string => readFileSync(path, 'utf8');
