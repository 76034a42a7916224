import { expect } from 'vitest';
import type { Ports } from '../../src/ports/ports.js';
import { runSettlement } from '../../src/usecases/settlement.js';
import { putScheduleInForce } from '../../src/usecases/settlement-schedule.js';
import { openOtherAccount, operator, withHand } from './hand.js';
import type { Ask, GraphqlAnswer } from './graphql.js';
import { clientOf, type Client, type RunningService } from './running.js';
import { deposit, fund, openFundingAccount, speiDestination } from './verbs.js';

/** An account of its own, by its key, whose MXN balance anything can be put into. */
export interface Settling extends Client {
  readonly accountId: string;
  /** Credits its balance with exactly the amount. */
  readonly fund: (amount: string) => Promise<void>;
}

export async function settlingAccount(service: Pick<RunningService, 'env' | 'baseUrl'>): Promise<Settling> {
  const { id: accountId, key } = await openOtherAccount(service);
  const client = clientOf(service.baseUrl, key);
  let fundingAccountId: string | undefined;
  return {
    ...client,
    accountId,
    async fund(amount) {
      fundingAccountId ??= await openFundingAccount(client, 'MXN');
      const payin = await deposit(client, { funding_account_id: fundingAccountId, amount });
      expect(payin.at('status')).toBe('completed');
    },
  };
}

const scheduleFields = 'id status automatic nextCutoffAt blockedAt closedAt';
const settlementFields = 'id status failureCode amount { amount } total { amount } left { amount }';

/** The operators' acts about schedules and settlements, over GraphQL; each answers with what it changed. */
export const settlementActs = (ask: Ask) => ({
  put: (input: object) =>
    ask(
      `mutation ($input: SettlementScheduleInput!) {
        done: putScheduleInForce(input: $input, reason: "a test") { ${scheduleFields} } }`,
      { input },
    ),
  close: (id: string) =>
    ask(`mutation ($id: ID!) { done: closeSchedule(id: $id, reason: "a test") { ${scheduleFields} } }`, {
      id,
    }),
  run: (id: string, reason = 'a test') =>
    ask(
      `mutation ($id: ID!, $reason: String!) { done: runSettlement(scheduleId: $id, reason: $reason) { ${settlementFields} } }`,
      { id, reason },
    ),
  hold: (id: string) =>
    ask(`mutation ($id: ID!) { done: holdSettlement(id: $id, reason: "a test") { ${settlementFields} } }`, {
      id,
    }),
  release: (id: string) =>
    ask(
      `mutation ($id: ID!) { done: releaseSettlement(id: $id, reason: "a test") { ${settlementFields} } }`,
      {
        id,
      },
    ),
  disable: (id: string) =>
    ask(`mutation ($id: ID!) { done: disableDestination(id: $id, reason: "a test") { id status } }`, { id }),
});

export const doneId = (answer: GraphqlAnswer): string => {
  expect(answer.errors, answer.text).toEqual([]);
  return String(answer.at('done.id'));
};

/** Lets the platform put a schedule in force for the MXN balance of an account, and settle what is there. */
export async function settledOnce(
  service: Pick<RunningService, 'env'>,
  { accountId, client }: { readonly accountId: string; readonly client: Client },
): Promise<string> {
  const destinationId = await speiDestination(client, 4711);
  const schedule = {
    accountId,
    currency: 'MXN',
    destinationId,
    interval: 'daily',
    cutoffTime: '17:00',
  } as const;
  const act = <T>(work: (ports: Ports) => Promise<T>): Promise<T> => withHand(service, work);
  const { id: scheduleId } = await act((ports) => putScheduleInForce(ports, operator, schedule));
  await fund(client, 'MXN', '150.00');
  const { id } = await act((ports) => runSettlement(ports, operator, { scheduleId }));
  await client.until(`/v1/settlements/${id}`, (each) => each.at('status') === 'completed');
  return id;
}
