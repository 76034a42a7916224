import type { Clock } from '../../../ports/clock.js';
import type { Vault } from '../../../ports/vault.js';
import { canonical } from '../../../usecases/canonical.js';

/** The call that a confirmation is valid for. */
export interface ConfirmedCall {
  readonly accountId: string;
  readonly credentialId: string;
  readonly operationId: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Milliseconds for which a confirmation is valid. */
export const confirmMs = 15 * 60 * 1000;

type Means = { readonly vault: Pick<Vault, 'tag' | 'sameText' | 'randomText'>; readonly clock: Clock };

/** A new Idempotency-Key with a signature over it and the call, so that nothing has to be stored. */
export function newConfirmation({ vault, clock }: Means, call: ConfirmedCall): string {
  const key = `mcp-${clock.machineNow().getTime().toString(36)}-${vault.randomText(16)}`;
  return `${key}.${vault.tag(textOf(call, key))}`;
}

export interface Confirmed {
  readonly idempotencyKey: string;
  /** Too old to act on. The call may have been carried out with it before. */
  readonly isExpired: boolean;
}

/** The Idempotency-Key in a confirmation; undefined if it is altered or for another call. */
export function confirmedKey(
  { vault, clock }: Means,
  call: ConfirmedCall,
  text: string,
): Confirmed | undefined {
  const [key = '', tag = '', ...more] = text.split('.');
  if (more.length > 0 || !vault.sameText(tag, vault.tag(textOf(call, key)))) return undefined;
  const madeMs = Number.parseInt(key.split('-')[1] ?? '', 36);
  return { idempotencyKey: key, isExpired: !(clock.machineNow().getTime() - madeMs <= confirmMs) };
}

const textOf = ({ accountId, credentialId, operationId, args }: ConfirmedCall, key: string): string =>
  `mcp ${accountId} ${credentialId} ${operationId} ${key} ${canonical(args)}`;
