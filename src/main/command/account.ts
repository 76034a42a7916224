import type { Command } from 'commander';
import { showAccount, showKey } from '../../api/act/account.js';
import { showOverride } from '../../api/act/terms.js';
import type { CapabilityKey, Override } from '../../domain/capability.js';
import { refuse } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import { endOf, listed, type Answer } from './answer.js';
import { answers, groupOf } from './define.js';
import { lists } from './list.js';

/** `account list`, `account show` and `key list`. */
export function accountCommands(psp: Command): void {
  const account = groupOf(psp, 'account');
  lists(account.command('list').description('Every account, newest first'), 'account list', {
    noun: 'account',
    none: 'There is no account.',
    columns: {
      ACCOUNT: 'id',
      STATUS: 'status',
      CREATED: 'createdAt',
      NAME: 'name',
    },
    show: showAccount,
  });
  const shows = account
    .command('show')
    .description('An account with its terms, and with what is suspended for it')
    .argument('<id>', 'the account, as account list tells it');
  answers<[string], object>(shows, 'account show acct_01k9zq3v5e8x7m2n4p6r8t0w1y', async ([id]) => {
    const { withPorts } = await import('./database.js');
    return withPorts((ports) => shown(ports, id));
  });
  lists(groupOf(psp, 'key').command('list').description('API keys, newest first'), 'key list', {
    noun: 'apiKey',
    none: 'There is no API key.',
    columns: {
      KEY: 'id',
      PREFIX: 'prefix',
      ACCOUNT: 'accountId',
      SCOPES: 'scopes',
      CREATED: 'createdAt',
      ENDS: endOf,
      LABEL: 'label',
    },
    show: showKey,
  });
}

async function shown({ reader, catalogue }: Ports, id: string): Promise<Answer> {
  const account = await reader.get('account', [id], id);
  if (!account) return refuse('not_found', `There is no such account: ${id}.`);
  const [terms, suspensions, stopped] = await Promise.all([
    reader.terms(id),
    reader.suspensions(id),
    reader.payoutsStopped(),
  ]);
  const { platformFeeBps, tenantMarkupBps, overrides } = terms;
  const { fees } = catalogue;
  const inForce = (own: number | null, usual: number) =>
    own === null ? `${usual} bps, as usual` : `${own} bps, its own`;
  return {
    json: {
      ...showAccount(account),
      platform_fee_bps: platformFeeBps,
      tenant_markup_bps: tenantMarkupBps,
      fees_in_force: {
        platform_fee_bps: platformFeeBps ?? fees.platformFeeBps,
        tenant_markup_bps: tenantMarkupBps ?? fees.tenantMarkupBps,
      },
      overrides: overrides.map(showOverride),
      suspensions: suspensions.map(({ product, method, currency }) => ({ product, method, currency })),
      payouts_stopped: stopped,
    },
    text: listed({
      Account: `${id}  ${account.name}`,
      Status: account.status,
      Opened: account.createdAt.toISOString(),
      'Platform fee': inForce(platformFeeBps, fees.platformFeeBps),
      Markup: inForce(tenantMarkupBps, fees.tenantMarkupBps),
      'Own terms': overrides.map(overrideLine).join(', ') || 'none',
      Suspended: suspensions.map(railLine).join(', ') || 'nothing',
      Payouts: stopped ? 'stopped for every account' : 'not stopped',
    }),
  };
}

const railLine = ({ product, method, currency }: CapabilityKey) => `${product}:${method}:${currency}`;

function overrideLine({ enabled, perOperation, daily, ...rail }: Override): string {
  const limits = [perOperation, daily && `${daily} a day`].filter((each) => each !== undefined);
  const parts = [
    ...(enabled === false ? ['disabled'] : []),
    ...(limits.length > 0 ? [`limits ${limits.join(' and ')}`] : []),
  ];
  return `${railLine(rail)} ${parts.join(', ')}`;
}
