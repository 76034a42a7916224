import { languages, type Language } from './noun/mail.js';
import type { Member } from './noun/member.js';

type Membership = Pick<Member, 'id' | 'status' | 'language' | 'lastSignedInAt'>;

/** The recipient of a mail: a member, or a person of whom only the address is known, with all their memberships. */
type MailReader =
  { readonly member: Pick<Member, 'language'> } | { readonly memberships: readonly Membership[] };

/**
 * The language of every mail to a member (supplement §11.16): the reader's own, or else that of the request, or else
 * English.
 */
export const mailLanguage = (to: MailReader, requested?: Language | null): Language =>
  ('member' in to ? to.member.language : personLanguage(to.memberships)) ?? requested ?? 'en';

/** The language of a person: that of the active membership that signed in last, among those that have one. */
export function personLanguage(memberships: readonly Membership[]): Language | undefined {
  const [newest] = memberships
    .filter(({ status, language }) => status === 'active' && language !== null)
    .flatMap(({ id, language, lastSignedInAt }) => (lastSignedInAt ? [{ id, language, lastSignedInAt }] : []))
    .sort(
      (one, other) =>
        other.lastSignedInAt.getTime() - one.lastSignedInAt.getTime() || (one.id < other.id ? 1 : -1),
    );
  return newest?.language ?? undefined;
}

export const isLanguage = (text: string | undefined): text is Language =>
  languages.some((each) => each === text);

/** A language range of RFC 4647 with its weight; other text is ignored. */
const range = /^([a-z]{1,8})(?:-[a-z0-9]{1,8})*(?:\s*;\s*q\s*=\s*([01]?(?:\.\d{0,3})?))?$/i;

/**
 * The best supported language in an Accept-Language header; undefined if it names none. Regions and case are ignored,
 * and so are unreadable ranges.
 */
export function requestLanguage(accepted = ''): Language | undefined {
  const ranges = accepted
    .slice(0, 1_000)
    .split(',')
    .flatMap((each) => {
      const [, name = '', weight = '1'] = range.exec(each.trim()) ?? [];
      const language = name.toLowerCase();
      return isLanguage(language) ? [{ language, weight: Number(weight) }] : [];
    })
    .filter(({ weight }) => weight > 0 && weight <= 1);
  const [best] = ranges.toSorted((a, b) => b.weight - a.weight);
  return best?.language;
}
