import { decide, type Decision } from '../domain/decision.js';
import type { Device } from '../domain/device.js';
import type { Language } from '../domain/mail.js';
import type { Session } from '../domain/member.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { mailed } from './mail.js';
import { absent } from './own.js';

/** The browser or program of a sign-in. */
export interface SignInFrom {
  readonly device: Device;
  /** What the dashboard keeps in the browser to know it again; absent: the device goes by its names. */
  readonly deviceId?: string | undefined;
  /** Of the request, if it names one. */
  readonly language?: Language | undefined;
}

/** A mail about an old sign-in is useless. */
const warningMs = 86_400_000;

/**
 * Notes the device of a sign-in, and mails the person if it is new to them. The first sign-in of a member is not
 * mailed.
 */
export async function warnedOfDevice(
  { vault, environment }: Pick<Ports, 'vault' | 'environment'>,
  tx: Tx,
  { emailHash, from }: { readonly emailHash: string; readonly from: SignInFrom },
): Promise<Decision> {
  const { browser, system } = from.device;
  const deviceHash = vault.keyedHash(`device\n${from.deviceId ?? `${browser} ${system}`}`);
  if ((await tx.signIns.seeDevice({ emailHash, deviceHash })) !== 'new') return decide({});
  const moment = await tx.moment();
  const { now } = moment;
  return mailed(vault, moment, {
    kind: 'new_device',
    facts: { browser, system, at: now.toISOString(), environment },
    language: from.language,
    expiresAt: new Date(now.getTime() + warningMs),
    emailHash,
  });
}

/** Sessions that are shown of one person. */
export const sessionsMost = 100;

/** Where the person is signed in, the newest first. */
export const listSessions = (
  { store }: Pick<Ports, 'store'>,
  { emailHash }: Pick<Session, 'emailHash'>,
): Promise<Session[]> => store.transaction((tx) => tx.signIns.openSessions(emailHash, sessionsMost));

/** A person ends one of their sessions; another person's is absent. */
export async function endOwnSession(
  { store }: Pick<Ports, 'store'>,
  { emailHash }: Pick<Session, 'emailHash'>,
  id: string,
): Promise<void> {
  const ended = await store.transaction((tx) => tx.signIns.endSessions(emailHash, { id }));
  if (ended === 0) absent('session');
}

/** Ends every session of the person but this one. */
export async function endOtherSessions(
  { store }: Pick<Ports, 'store'>,
  { emailHash, id }: Pick<Session, 'emailHash' | 'id'>,
): Promise<void> {
  await store.transaction((tx) => tx.signIns.endSessions(emailHash, { except: id }));
}
