import type { Command } from 'commander';
import { showAccount, showKey } from '../api/act/account.js';
import type { Argument } from '../api/act/argument.js';
import { agreedTerms, showAgreed, termFields } from '../api/act/terms.js';
import type { CapabilityKey, Override } from '../domain/capability.js';
import { refuse } from '../domain/refusal.js';
import { defaultTerms } from '../domain/terms.js';
import type { Ports } from '../ports/ports.js';
import { endOf, listed, type Answer } from './answer.js';
import { answers, groupOf } from './define.js';
import { lists } from './list.js';

/** `account list`, `account show` and `key list`. */
export function accountCommands(psp: Command): void {
  const account = groupOf(psp, 'account');
  lists(account.command('list').description('Accounts, newest first'), 'account list', {
    noun: 'account',
    none: 'There are no accounts.',
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
    .description('An account with its terms and suspensions')
    .argument('<id>', 'the account, as shown by account list');
  answers<[string], object>(shows, 'account show acct_01k9zq3v5e8x7m2n4p6r8t0w1y', async ([id]) => {
    const { withPorts } = await import('./database.js');
    return withPorts((ports) => accountAnswer(ports, id));
  });
  lists(groupOf(psp, 'key').command('list').description('API keys, newest first'), 'key list', {
    noun: 'apiKey',
    none: 'There are no API keys.',
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

async function accountAnswer({ reader, catalogue }: Ports, id: string): Promise<Answer> {
  const account = await reader.get('account', [id], id);
  if (!account) return refuse('not_found', `Account ${id} does not exist.`);
  const [known, suspensions, stoppedSince] = await Promise.all([
    reader.get('accountTerms', [id], id),
    reader.suspensions(id),
    reader.payoutsStoppedSince(),
  ]);
  const { fees } = catalogue;
  const terms = known ?? defaultTerms(id);
  const agreed = agreedTerms(terms);
  return {
    json: {
      ...showAccount(account),
      ...showAgreed(terms),
      white_label_granted: terms.whiteLabelAt !== null,
      fees_in_force: {
        platform_fee_bps: terms.platformFeeBps ?? fees.platformFeeBps,
        tenant_markup_bps: terms.tenantMarkupBps ?? fees.tenantMarkupBps,
      },
      suspensions: suspensions.map(({ product, method, currency }) => ({ product, method, currency })),
      payouts_stopped: stoppedSince !== null,
    },
    text: listed({
      Account: `${id}  ${account.name}`,
      Status: account.status,
      Opened: account.createdAt.toISOString(),
      ...Object.fromEntries(termFields.map((field) => termLine(field, agreed[field.name], { ...fees }))),
      'White label': terms.whiteLabelAt === null ? 'not granted' : 'granted',
      Suspended: suspensions.map(railLine).join(', ') || 'nothing',
      Payouts: stoppedSince === null ? 'not stopped' : 'suspended for every account',
    }),
  };
}

/** A line with a term's name and value, and whether the account has its own value. */
function termLine(
  { name }: Argument,
  own: unknown,
  usual: Readonly<Record<string, unknown>>,
): [string, string] {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const unit = words.endsWith(' bps') ? ' bps' : '';
  const label = words.charAt(0).toUpperCase() + words.slice(1, words.length - unit.length);
  const isOwn = Array.isArray(own) ? own.length > 0 : own !== null && own !== undefined;
  if (isOwn) return [label, `${valueLine(own)}${unit}, own`];
  const value = usual[name];
  return [label, value === undefined ? 'as usual' : `${valueLine(value)}${unit}, default`];
}

function valueLine(value: unknown): string {
  if (Array.isArray(value)) return value.map((each: unknown) => valueLine(each)).join(', ');
  if (isOverride(value)) return overrideLine(value);
  return typeof value === 'object' && value !== null ? Object.values(value).join(' ') : String(value);
}

const isOverride = (value: unknown): value is Override =>
  typeof value === 'object' && value !== null && 'product' in value;

const railLine = ({ product, method, currency }: CapabilityKey) => `${product}:${method}:${currency}`;

function overrideLine({ enabled, perOperation, daily, ...rail }: Override): string {
  const limits = [perOperation, daily && `${daily} a day`].filter((each) => each !== undefined);
  const parts = [
    ...(enabled === false ? ['disabled'] : []),
    ...(limits.length > 0 ? [`limits ${limits.join(' and ')}`] : []),
  ];
  return `${railLine(rail)} ${parts.join(', ')}`;
}
