import { joined, type Decision, type Moment } from '../domain/decision.js';
import { mailLanguage } from '../domain/language.js';
import { letterOf, plainName, type Facts, type MailKind } from '../domain/letter.js';
import {
  endMail,
  failMail,
  queueMail,
  tryMail,
  type Language,
  type Mail,
  type MailTo,
} from '../domain/mail.js';
import type { PayerFacts } from '../domain/letter-payer.js';
import { maySignIn, noteMail, type Member } from '../domain/member.js';
import type { AddressedLetter, MailOutcome } from '../ports/mailer.js';
import type { Ports } from '../ports/ports.js';
import type { Tx } from '../ports/store.js';
import { startTries, givenUpDetail, type TakenJobs } from './job.js';

/** Queues a mail in the same transaction; its facts are stored encrypted until it is sent. */
export function mailed(vault: Ports['vault'], moment: Moment, { facts, ...to }: MailTo): Decision {
  const id = moment.newId('mail', moment.now);
  const sealed = vault.encrypt(JSON.stringify(facts), { noun: 'mail', field: 'facts', id });
  return queueMail(moment, { id, facts: sealed, to });
}

type WarningKind = 'destination_added' | 'withdrawal_held' | 'api_key_expires';

/** The warnings that owners get. */
type Warning = {
  readonly [K in WarningKind]: {
    readonly kind: K;
    readonly facts: Omit<Facts[K], 'accountName' | 'environment'>;
  };
}[WarningKind];

/** A warning not sent within a week is dropped. */
const warningMs = 7 * 86_400_000;

/** Queues the same mail to each active owner. */
export async function warnedOwners(
  ports: Pick<Ports, 'vault' | 'environment'>,
  tx: Tx,
  { accountId, kind, facts }: Warning & { readonly accountId: string },
): Promise<Decision> {
  const owners = await tx.find('member', { accountId, role: 'owner', status: 'active' });
  const [account] = await tx.find('account', { id: accountId });
  const moment = await tx.moment();
  const values = { ...facts, accountName: plainName(account?.name ?? ''), environment: ports.environment };
  const expiresAt = new Date(moment.now.getTime() + warningMs);
  return joined(
    owners.map(({ id: memberId }) =>
      mailed(ports.vault, moment, {
        kind,
        facts: values,
        expiresAt,
        accountId,
        memberId,
      } as MailTo),
    ),
  );
}

type Needs = Pick<Ports, 'store' | 'vault' | 'publicUrl' | 'platform'>;

const notDecrypted = 'its facts or address cannot be decrypted';

/** Takes the mails that are due. Drops a mail whose reader is gone, and a mail that failed too often. */
export function takeMails(
  ports: Needs,
  limit: number,
  except: readonly string[],
): Promise<TakenJobs<Pick<Mail, 'id'>> & { readonly taken: readonly AddressedLetter[] }> {
  return ports.store.transaction(async (tx) => {
    const due = await tx.lockDue('mail', limit, { except });
    const { taken, givenUp } = await startTries(tx, 'mail', due);
    const moment = await tx.moment();
    const letters: AddressedLetter[] = [];
    const decisions = givenUp.map((mail) => endMail(moment, mail, { detail: givenUpDetail }));
    for (const mail of taken) {
      const reader = mail.expiresAt > moment.now ? await readerOf(tx, mail, moment) : undefined;
      if (reader === undefined) {
        decisions.push(endMail(moment, mail, { detail: 'too old to be useful' }));
        continue;
      }
      const letter = letterFor(ports, mail, reader);
      decisions.push(
        letter
          ? tryMail(moment, mail)
          : failMail(moment, { ...mail, attempts: mail.attempts + 1 }, notDecrypted),
      );
      if (letter) letters.push(letter);
    }
    const begun = new Set(letters.map(({ id }) => id));
    await tx.tries.end(
      'mail',
      taken.flatMap(({ id }) => (begun.has(id) ? [] : [id])),
    );
    await tx.record(decisions);
    return { taken: letters, givenUp };
  });
}

const toPayers: ReadonlySet<string> = new Set<keyof PayerFacts>(['transfer_link', 'transfer_receipt']);

interface Reader {
  readonly who: Member | 'payer';
  readonly language: Language;
}

/** The recipient, with their language at this time: the named member, a member who signs in with the address, or a payer. */
async function readerOf(tx: Tx, mail: Mail, { now }: Moment): Promise<Reader | undefined> {
  const { memberId, language: requested } = mail;
  if (toPayers.has(mail.kind)) return { who: 'payer', language: requested };
  const where = memberId === null ? { emailHash: mail.emailHash ?? '' } : { id: memberId };
  const memberships = await tx.find('member', where);
  const who = memberships.find((each) => maySignIn(each, now));
  return (
    who && { who, language: mailLanguage(memberId === null ? { memberships } : { member: who }, requested) }
  );
}

type LetterNeeds = Pick<Ports, 'vault' | 'publicUrl' | 'platform'>;

/** The mail to send; undefined while its facts or address cannot be decrypted. */
function letterFor(
  { vault, publicUrl, platform }: LetterNeeds,
  { id, facts: sealed, ...mail }: Mail,
  { who, language }: Reader,
): AddressedLetter | undefined {
  const kind = mail.kind as MailKind;
  const opened = vault.decrypt(sealed ?? '', { noun: 'mail', field: 'facts', id });
  if (opened === undefined) return undefined;
  const facts = JSON.parse(opened) as Facts[MailKind];
  if (who === 'payer') {
    const { to, brand } = facts as PayerFacts[keyof PayerFacts];
    return { ...letterOf({ kind, language }, facts, brand), id, to };
  }
  const to = vault.decrypt(who.email, { noun: 'member', field: 'email', id: who.id });
  if (to === undefined) return undefined;
  const link = publicUrl === undefined ? {} : { link: `${publicUrl}/dashboard` };
  const brand = { name: platform.name, contact: platform.email };
  return { ...letterOf({ kind, language }, { ...link, ...facts }, brand), id, to };
}

/** Records the outcome of a try. */
export function recordMail(ports: Pick<Needs, 'store'>, id: string, outcome: MailOutcome): Promise<void> {
  return ports.store.transaction(async (tx) => {
    const [mail] = await tx.lock('mail', [id]);
    await tx.tries.end('mail', [id]);
    if (mail?.status !== 'queued') return;
    const moment = await tx.moment();
    if (outcome.outcome === 'failed') {
      await tx.record([failMail(moment, mail, outcome.reason)]);
      return;
    }
    const isRefused = outcome.outcome === 'refused';
    // Shown to the managers of the account and to operators: mails do not reach this person.
    const where = mail.memberId === null ? { emailHash: mail.emailHash ?? '' } : { id: mail.memberId };
    const members = toPayers.has(mail.kind) ? [] : await tx.lockFound('member', where);
    await tx.record([
      endMail(moment, mail, isRefused ? { detail: outcome.reason } : {}),
      ...members.map((each) => noteMail(moment, each, { isRefused })),
    ]);
  });
}
