import { noPolicy } from '../../src/domain/approval-policy.js';
import type { Ports } from '../../src/ports/ports.js';
import { openAccount } from '../../src/usecases/account.js';
import { setPolicy } from '../../src/usecases/approval-policy.js';
import { giveFirstOwner } from '../../src/usecases/member.js';
import { setAccountTerms } from '../../src/usecases/terms.js';
import type { Random } from '../fuzz/random.js';
import { operator } from '../setup/hand.js';
import { clientOf, type Answer, type Client, type RunningService } from '../setup/running.js';
import { speiDestination } from '../setup/verbs.js';
import { clabeDigit } from '../../src/domain/check-digit.js';

/** The state of a sequence: its own account, and what it has created. */
export interface World {
  readonly service: RunningService;
  readonly ports: Ports;
  readonly random: Random;
  readonly client: Client;
  readonly accountId: string;
  /** The owner, who decides approvals. */
  readonly memberId: string;
  readonly beneficiaries: string[];
  readonly fundingAccounts: Funding[];
  /** Unused quotes, and what their payers pay. */
  readonly quotes: { readonly id: string; readonly product: string; readonly total: string }[];
  readonly payins: string[];
  /** Payments to report again. */
  readonly deposits: { readonly payinId: string; readonly body: object }[];
  /** Pay-ins reported with another outcome after they had ended. */
  readonly late: Set<string>;
  readonly payouts: string[];
  readonly remittances: string[];
  /** Holds MXN, which withdrawals and settlements draw. */
  readonly own: Funding;
  /** Settlement destinations; some may be disabled. */
  readonly destinations: string[];
  /** Adjustments made by operators. */
  readonly adjustments: { readonly direction: string; readonly amount: string; readonly currency: string }[];
  /** The end of the days that have left the database, and the account's first event, which left with them. */
  archived?: { readonly until: number; readonly event: string };
}

export interface Funding {
  readonly id: string;
  readonly currency: string;
  /** Total of the remittance that waits for the payment. */
  expectedAmount?: string;
}

const rails = { MXN: 'spei', PEN: 'bank_transfer' } as const;

export async function openWorld(service: RunningService, ports: Ports, random: Random): Promise<World> {
  const { account, secret } = await openAccount(ports, operator, { name: 'Model', ownerEmail: null });
  const client = clientOf(service.baseUrl, secret);
  const stem = `03218000${String(random.whole(0, 999_999_999)).padStart(9, '0')}`;
  const spei = { name: 'Rosa Campos', clabe: stem + clabeDigit(stem) };
  const mobile = { phone: '04141234567', bank_code: '0102', document: { type: 'V', number: '12345678' } };
  const beneficiaries = [
    await made(client, '/v1/beneficiaries', { method: 'spei', currency: 'MXN', details: spei }),
    await made(client, '/v1/beneficiaries', { method: 'mobile_payment', currency: 'VES', details: mobile }),
  ];
  const world: World = {
    service,
    ports,
    random,
    client,
    accountId: account.id,
    memberId: await openApprovals(ports, account.id),
    beneficiaries,
    fundingAccounts: [],
    quotes: [],
    payins: [],
    deposits: [],
    late: new Set(),
    payouts: [],
    remittances: [],
    own: { id: await made(client, '/v1/funding-accounts', own), currency: 'MXN' },
    destinations: [],
    adjustments: [],
  };
  await client.until(`/v1/funding-accounts/${world.own.id}`, (each) => each.at('status') === 'active');
  world.destinations.push(await openDestination(world));
  const update = {
    withdrawalFee: { amount: '1.25', currency: 'MXN' },
    approvalThreshold: { amount: '150.00', currency: 'MXN' },
  };
  await setAccountTerms(ports, operator, { accountId: account.id, update });
  await openFunding(world);
  return world;
}

/** Larger payouts and batches need an owner's approval; it expires sooner than the largest step of the clock. */
async function openApprovals(ports: Ports, accountId: string): Promise<string> {
  await giveFirstOwner(ports, operator, { accountId, address: `${accountId}@example.com` });
  const [member] = await ports.store.transaction((tx) => tx.find('member', { accountId }));
  if (!member) throw new Error('the owner is gone');
  const above = [{ amount: '100.00', currency: 'USDT' }];
  const rules = { payouts: { above, newBeneficiaryDays: null }, batches: { above }, expiresIn: 1_800 };
  await setPolicy(ports, { accountId, member, policy: { ...noPolicy, ...rules } });
  return member.id;
}

const own = { method: 'spei', currency: 'MXN', settlement_currency: 'MXN' };

export const openDestination = ({ client, random }: World): Promise<string> =>
  speiDestination(
    client,
    random.whole(0, 999_999_999),
    random.pick(['', 'sim:hold', 'sim:fail']) || undefined,
  );

export async function openFunding({ client, random, fundingAccounts }: World): Promise<void> {
  const currency = random.pick(['PEN', 'MXN'] as const);
  const body = { method: rails[currency], currency, settlement_currency: 'USDT' };
  const id = await made(client, '/v1/funding-accounts', body);
  await client.until(`/v1/funding-accounts/${id}`, (each) => each.at('status') === 'active');
  fundingAccounts.push({ id, currency });
}

async function made(client: Client, path: string, body: object): Promise<string> {
  return accepted(await client.post(path, body)).get('id');
}

export function accepted(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}

/** Undefined if refused with one of the codes; any other failure ends the sequence. */
export function unless(answer: Answer, mayBe: readonly string[]): Answer | undefined {
  if (answer.status < 300) return answer;
  if (mayBe.includes(answer.get('error.code'))) return undefined;
  throw new Error(`${answer.status} ${answer.text}`);
}
