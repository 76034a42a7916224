import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';

const text = z.string().min(1);
const keys = z.array(text.min(32, 'must have at least 32 characters')).min(1).max(2);

/** The part of a connector's settings file that the protocol needs. Paths are relative to the file. */
export const protocolSettings = z.strictObject({
  environment: z.enum(['sandbox', 'live']),
  /** SQLite file. */
  journal: text,
  listen: z.strictObject({
    host: text.default('127.0.0.1'),
    port: z.int().min(0).max(65_535),
    /** PEM files. `clients`: CA of the clients that may connect. */
    tls: z.strictObject({ cert: text, key: text, clients: text.optional() }).optional(),
  }),
  /**
   * The keys in the service's settings with the names swapped: the service's `receiving_keys` are
   * `sending_keys` here.
   */
  sending_keys: keys,
  receiving_keys: keys,
  /** Where notices are pushed to: `https://…/providers/<name>/notices`. */
  notices: z.strictObject({ url: z.url(), ca: text.optional() }).optional(),
});

export type ProtocolSettings = z.infer<typeof protocolSettings>;

/** Reads a settings file; a mistake names its field. */
export function readSettings<T extends z.ZodType>(
  path: string,
  shape: T,
): { settings: z.output<T>; pathOf: (name: string) => string; pem: (name: string) => string } {
  const parsed = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${path}: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
  }
  const pathOf = (name: string): string => resolve(dirname(path), name);
  return { settings: parsed.data, pathOf, pem: (name) => readFileSync(pathOf(name), 'utf8') };
}
