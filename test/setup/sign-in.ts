import { clientOf, type Client, type RunningService } from './running.js';

/** The mails that a sandbox without a mail server writes into its log. */
export interface Mailbox {
  /** Where the service's log goes: `openService(settings, mailbox)`; its level is `warn` at least. */
  write(line: string): void;
  /** The subjects of the mails to an address, in their order. */
  subjectsTo(address: string): readonly string[];
  /** The code of the newest mail to the address after so many; waits for it. */
  codeFor(address: string, after?: number): Promise<string>;
}

export const mailSettings = { LOG_LEVEL: 'warn' } as const;

export function openMailbox(): Mailbox {
  const mails: { readonly to: string; readonly subject: string }[] = [];
  const subjectsTo = (address: string) =>
    mails.flatMap(({ to, subject }) => (to === address ? [subject] : []));
  return {
    write(line) {
      const { mail_to: to, mail_subject: subject } = JSON.parse(line) as Record<string, string>;
      if (to !== undefined && subject !== undefined) mails.push({ to, subject });
    },
    subjectsTo,
    async codeFor(address, after = 0) {
      for (const deadline = Date.now() + 60_000; ;) {
        const codes = subjectsTo(address).flatMap((each) => /^(\d{6}) /.exec(each)?.[1] ?? []);
        if (codes.length > after) return codes.at(-1) ?? '';
        if (Date.now() > deadline) throw new Error(`no code came for ${address}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

const codesTo = (mailbox: Mailbox, address: string): number =>
  mailbox.subjectsTo(address).filter((each) => /^\d{6} /.test(each)).length;

/** Asks for a code and waits for its mail. */
export async function askCode(
  service: Pick<RunningService, 'call'>,
  mailbox: Mailbox,
  address: string,
): Promise<string> {
  const before = codesTo(mailbox, address);
  await service.call('POST', '/dashboard/sign-in', { key: null, body: { email: address } });
  return mailbox.codeFor(address, before);
}

/** Signs in and answers with the token of the session. */
export async function signIn(
  service: Pick<RunningService, 'call'>,
  mailbox: Mailbox,
  address: string,
): Promise<string> {
  const code = await askCode(service, mailbox, address);
  const body = { email: address, code };
  return (await service.call('POST', '/dashboard/sessions', { key: null, body })).get('token');
}

/** The calls of a person who is signed in. */
export async function personOf(
  service: Pick<RunningService, 'call' | 'baseUrl'>,
  mailbox: Mailbox,
  address: string,
): Promise<Client & { readonly token: string }> {
  const token = await signIn(service, mailbox, address);
  return { ...clientOf(service.baseUrl, token), token };
}
