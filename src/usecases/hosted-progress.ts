import type { Nouns } from '../domain/decision.js';
import type { HostedSession } from '../domain/hosted-session.js';
import type { Ports } from '../ports/ports.js';

type Row<N extends keyof Nouns> = Nouns[N] | undefined;

/** Everything created from a session, in its current state. */
export interface HostedProgress {
  readonly quote: Row<'quote'>;
  readonly customer: Row<'customer'>;
  readonly beneficiary: Row<'beneficiary'>;
  readonly fundingAccount: Row<'fundingAccount'>;
  readonly remittance: Row<'remittance'>;
  readonly payin: Row<'payin'>;
  readonly payout: Row<'payout'>;
  /** Exceptions about the funding account or the payment, newest first. */
  readonly exceptions: readonly Nouns['exception'][];
}

export async function hostedProgress(
  { reader }: Pick<Ports, 'reader'>,
  session: HostedSession,
): Promise<HostedProgress> {
  const { accountId } = session;
  const get = <N extends Exclude<keyof HostedProgress, 'exceptions'>>(
    noun: N,
    id: string | null | undefined,
  ): Promise<Row<N>> => (id ? reader.get(noun, [accountId], id) : Promise.resolve(undefined));
  const [quote, customer, beneficiary, fundingAccount, remittance] = await Promise.all([
    get('quote', session.quoteId),
    get('customer', session.customerId),
    get('beneficiary', session.beneficiaryId),
    get('fundingAccount', session.fundingAccountId),
    get('remittance', session.remittanceId),
  ]);
  // A payment that did not fund the remittance is still shown.
  const [payin, payout] = await Promise.all([
    remittance?.payinId ? get('payin', remittance.payinId) : lastPayin(reader, session),
    get('payout', remittance?.payoutId),
  ]);
  const resources = [fundingAccount?.id, payin?.id].filter((id) => id !== undefined);
  const found = await Promise.all(
    resources.map((resourceId) =>
      reader.page('exception', { sight: [accountId], where: { resourceId }, limit: exceptionsMax }),
    ),
  );
  const exceptions = found.flatMap(({ rows }) => rows).toSorted((one, other) => (one.id < other.id ? 1 : -1));
  return { quote, customer, beneficiary, fundingAccount, remittance, payin, payout, exceptions };
}

const exceptionsMax = 5;

async function lastPayin(
  reader: Ports['reader'],
  { accountId, fundingAccountId }: HostedSession,
): Promise<Row<'payin'>> {
  if (fundingAccountId === null) return undefined;
  const page = { sight: [accountId], where: { fundingAccountId }, limit: 1 } as const;
  return (await reader.page('payin', page)).rows[0];
}
