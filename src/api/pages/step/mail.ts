import { addressOf } from '../../../domain/email.js';
import { href, markup, type Markup } from '../../markup.js';
import { textField, type Faults, type Values } from '../form.js';
import type { PageName } from '../standing.js';
import type { Visit } from '../visit.js';

/** Pages with the mail form. They have no other fields, so sending the form loses no unsaved text. */
export const mailPages = ['review', 'pay', 'progress'] as const satisfies readonly PageName[];

export interface MailForm {
  readonly back: (typeof mailPages)[number];
  /** Whether a mail was requested, and whether another one may be. */
  readonly isMailed: boolean;
  readonly isMore: boolean;
  readonly faults: Faults;
}

/** Form for the payer's e-mail address, which gets the link of this page now and the receipt later. */
export function mailPart(visit: Visit, { back, isMailed, isMore, faults }: MailForm): Markup | undefined {
  const { words, base, values, mailLink } = visit;
  const { mail: said } = words;
  if (mailLink === undefined) return undefined;
  const note = isMailed ? markup`<p role="status">${said.sent}</p>` : undefined;
  const field = textField(
    { name: 'email', label: said.address, inputMode: 'email', autocomplete: 'email' },
    { values, faults, words },
  );
  const form =
    isMore &&
    markup`<form method="post" action="${href(`${base}/mail`)}" novalidate><input type="hidden" name="back" value="${back}">
${field}
<button class="second">${isMailed ? said.again : said.send}</button></form>`;
  return markup`<section class="card on-screen" aria-labelledby="mail"><h2 id="mail">${said.title}</h2>
<p>${said.lead}</p>${note}${form}</section>`;
}

/** The address that was typed, or why no mail can go there. */
export function readMailForm(body: Values, { words }: Pick<Visit, 'words'>) {
  const typed = (body['email'] ?? '').trim();
  const address = addressOf(typed);
  const faults: Faults = address === undefined ? { email: words.mail.invalid } : {};
  return { address, faults, values: { email: typed } };
}
