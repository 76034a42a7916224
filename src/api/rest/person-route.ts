import type { IdKind } from '../../domain/noun/prefix.js';
import type { Language } from '../../domain/mail.js';
import type { ReadJson } from '../json.js';
import type { Caller, Credential } from '../caller.js';
import type { SignedIn } from '../session.js';
import type { Answer, Context, Operation } from './route.js';

/** A request that acts for no account. */
export interface PersonAsk {
  /** The client, as rate limits identify it. */
  readonly client: string;
  /** Of Accept-Language, if it names one of ours. */
  readonly language: Language | undefined;
  readonly userAgent: string | undefined;
  readonly body: ReadJson;
  /** The parameter of the path; empty where it has none. */
  readonly id: string;
  /** The person, if the operation needs a session. */
  readonly signedIn: SignedIn | undefined;
  /** The account that the person acts for, if the operation is about their membership; Platform-Account selects it. */
  readonly caller: () => Caller;
  /**
   * Whether the client is within its limit. Above it the work is skipped, and the response is the same as for
   * others.
   */
  readonly mayWork: () => boolean;
}

/** An operation for people, outside of /v1. */
export interface PersonRoute extends Operation {
  readonly scope: 'none';
  readonly idKind?: IdKind;
  readonly run: (context: Context, ask: PersonAsk) => Promise<Answer>;
}

/** The session that the operation was let through by. */
export function sessionOf({ signedIn }: PersonAsk): SignedIn {
  if (signedIn === undefined) throw new Error('a session was reached without one');
  return signedIn;
}

/** The membership that the person acts by. */
export function memberOf({ caller }: PersonAsk): Extract<Credential, { type: 'member' }> {
  const { credential } = caller();
  if (credential.type !== 'member') throw new Error('a member was expected');
  return credential;
}
