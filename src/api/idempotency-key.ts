import { createHash } from 'node:crypto';
import type { KeyUse } from '../ports/store.js';
import type { Vault } from '../ports/vault.js';
import { canonical } from '../usecases/canonical.js';
import { invalidHeader, isHeader } from './header.js';
import type { ReadJson } from './json.js';

export function checkedKey(key: unknown): string {
  return isHeader(key) ? key : invalidHeader('Idempotency-Key');
}

interface Keyed {
  readonly key: string;
  readonly accountId: string;
  /** The path, with a placeholder for an id if it has one. */
  readonly operation: { readonly method: string; readonly path: string };
  /** The id in the path; empty if it has none. */
  readonly id: string;
  readonly body: ReadJson | { readonly type: string; readonly bytes: Uint8Array };
}

/**
 * The fingerprint covers method, path and the parsed body (supplement §1 Idempotency-Key), or the bytes of a
 * file. It is keyed, because files can contain personal data that a plain hash would let an attacker confirm
 * by guessing.
 */
export function keyUse(vault: Vault, { key, accountId, operation, id, body }: Keyed): KeyUse {
  const path = operation.path.replace(/\{\w+\}/, id);
  const content =
    'value' in body
      ? canonical(body.value)
      : `${body.type} ${createHash('sha256').update(body.bytes).digest('hex')}`;
  const bareFingerprint = vault.fingerprint(`${operation.method} ${path}\n${content}`);
  return { accountId, key, fingerprint: vault.keyedHash(`request ${bareFingerprint}`), bareFingerprint };
}
