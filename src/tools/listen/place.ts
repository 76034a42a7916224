import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { newWebhookSecret } from '../../adapters/crypto/vault.js';
import { writePrivate } from '../../main/private-file.js';

/** The cursor and signing secret of a listener, by API key and target. */
export interface Place {
  readonly secret: string;
  /** null: before the first event; undefined: never listened. */
  readonly cursor: string | null | undefined;
  keep(cursor: string | null): void;
}

const shape = z.object({ forward_to: z.string(), secret: z.string(), cursor: z.string().nullable() });

/** Opens the cursor of the key and target, stored in the data directory. */
export function openPlace(dataDir: string, apiKey: string, forwardTo: string): Place {
  const name = hash('sha256', `${apiKey}\n${forwardTo}`, 'hex').slice(0, 16);
  const file = join(dataDir, 'listen', `${name}.json`);
  const found = existsSync(file) ? read(file) : undefined;
  const secret = found?.secret ?? newWebhookSecret();
  let cursor = found?.cursor;
  return {
    secret,
    get cursor() {
      return cursor;
    },
    keep(next) {
      if (next === cursor) return;
      cursor = next;
      writePrivate(file, { forward_to: forwardTo, secret, cursor });
    },
  };
}

function read(file: string): z.output<typeof shape> {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} cannot be read: remove it to start again with a new secret.`, { cause: error });
  }
}
