import { added, changed, decide, type Decision, type Moment } from './decision.js';
import type { Facts, MailKind } from './letter.js';
import type { Leading } from './letter-part.js';
import type { Sealed } from './noun/declare.js';
import type { Language, Mail } from './noun/mail.js';

export { languages } from './noun/mail.js';
export type { Language, Mail };

/** Seconds between tries; the last one repeats until the mail expires. */
const waits = [5, 15, 60, 300, 900, 3_600] as const;

/** A mail to queue, and its recipient. */
export type MailTo = {
  readonly [K in MailKind]: {
    readonly kind: K;
    readonly facts: Facts[K] & Leading;
    /** Of the request: for a reader whose language is not known. */
    readonly language?: Language | undefined;
    readonly expiresAt: Date;
    readonly accountId?: string;
    readonly memberId?: string;
    readonly emailHash?: string;
  };
}[MailKind];

/** `facts`: encrypted for the row with that id. */
export function queueMail(
  { now }: Pick<Moment, 'now'>,
  { id, facts, to }: { readonly id: string; readonly facts: Sealed; readonly to: Omit<MailTo, 'facts'> },
): Decision {
  const mail: Mail = {
    id,
    accountId: to.accountId ?? null,
    memberId: to.memberId ?? null,
    emailHash: to.emailHash ?? null,
    kind: to.kind,
    language: to.language ?? 'en',
    facts,
    status: 'queued',
    attempts: 0,
    detail: null,
    expiresAt: to.expiresAt,
    nextStepAt: now,
    createdAt: now,
    endedAt: null,
    version: 1,
  };
  return decide({ changes: [added('mail', mail)] });
}

/** Lease of a try. A try takes far less; after that time another worker may repeat it, even if it succeeded. */
const tryMs = 60_000;

export function tryMail({ now }: Pick<Moment, 'now'>, mail: Mail): Decision {
  const tried: Mail = { ...mail, attempts: mail.attempts + 1, nextStepAt: new Date(now.getTime() + tryMs) };
  return decide({ changes: [changed('mail', tried)] });
}

/** Plans another try, or the mail's expiry if that comes first: then it is dropped. */
export function failMail({ now }: Pick<Moment, 'now'>, mail: Mail, detail: string): Decision {
  const seconds = waits[Math.min(mail.attempts, waits.length) - 1] ?? waits[0];
  const at = Math.min(now.getTime() + seconds * 1_000, mail.expiresAt.getTime());
  const failed: Mail = { ...mail, detail, nextStepAt: new Date(at) };
  return decide({ changes: [changed('mail', failed)] });
}

/** Deletes the facts of a finished mail. */
export function endMail(
  { now }: Pick<Moment, 'now'>,
  mail: Mail,
  { detail = null }: { detail?: string | null } = {},
): Decision {
  const status = detail === null ? 'sent' : 'dropped';
  const ended: Mail = { ...mail, status, detail, facts: null, nextStepAt: null, endedAt: now };
  return decide({ changes: [changed('mail', ended)] });
}
