import { InvalidArgumentError, type Command } from 'commander';
import type { Override } from '../../domain/capability.js';
import { showTerms, type LimitUpdate, type MethodUpdate } from '../../domain/terms.js';
import { setAccountTerms } from '../../usecases/terms.js';
import { acts, type Session } from './act.js';
import type { Answer } from './answer.js';
import { bps, usual } from './given.js';

interface TermsOptions {
  readonly platformFeeBps?: number | typeof usual;
  readonly tenantMarkupBps?: number | typeof usual;
  readonly limit?: readonly LimitUpdate[];
  readonly enable?: readonly MethodUpdate[];
  readonly disable?: readonly MethodUpdate[];
}

/** `account terms`: what is left out stays as it is. */
export function termsCommand(account: Command): void {
  const id = 'acct_01k9zq3v5e8x7m2n4p6r8t0w1y';
  acts<[string], TermsOptions>(
    account
      .command('terms')
      .description(
        'Set fees, limits and methods of an account; what is left out stays, and usual sets it back',
      )
      .argument('<id>', 'the account')
      .option('--platform-fee-bps <number>', 'in hundredths of a percent of the principal, or usual', bps)
      .option('--tenant-markup-bps <number>', "the account's own markup, likewise", bps)
      .option(
        '--limit <limit>',
        'like payout:pix:BRL:500.00:10000.00, at once and a day, or payout:pix:BRL:usual; repeatable',
        limit,
      )
      .option('--enable <rail>', 'like payout:pix:BRL; repeatable', rail(true))
      .option('--disable <rail>', 'like payout:pix:BRL; repeatable', rail(false))
      .hook('preAction', (command) => {
        const { platformFeeBps, tenantMarkupBps, limit, enable, disable } = command.opts<TermsOptions>();
        if ([platformFeeBps, tenantMarkupBps, limit, enable, disable].every((each) => each === undefined)) {
          command.error(
            'error: give what to set: --platform-fee-bps, --tenant-markup-bps, --limit, --enable or --disable',
          );
        }
      }),
    `account terms ${id} --platform-fee-bps 80 --limit payout:pix:BRL:500.00:10000.00`,
    setTerms,
  );
}

async function setTerms(
  { ports, operator }: Session,
  [accountId]: [string],
  options: TermsOptions,
): Promise<Answer> {
  const { limit: limits, enable = [], disable = [] } = options;
  const [platformFeeBps, tenantMarkupBps] = [options.platformFeeBps, options.tenantMarkupBps].map((bps) =>
    bps === usual ? null : bps,
  );
  const methods = [...enable, ...disable];
  const update = { platformFeeBps, tenantMarkupBps, limits, methods };
  const { overrides, ...terms } = showTerms(await setAccountTerms(ports, operator, { accountId, update }));
  return {
    json: {
      account_id: accountId,
      platform_fee_bps: terms.platformFeeBps,
      tenant_markup_bps: terms.tenantMarkupBps,
      overrides: overrides.map(showOverride),
    },
    text: `The terms of ${accountId} are set.`,
  };
}

export function showOverride({ perOperation, ...rest }: Override) {
  return { ...rest, per_operation: perOperation };
}

function limit(text: string, before: readonly LimitUpdate[] = []): LimitUpdate[] {
  const [product = '', method = '', currency = '', perOperation = '', daily = '', ...rest] = text.split(':');
  if (perOperation === usual && daily === '')
    return [...before, { product, method, currency, perOperation: null, daily: null }];
  if (daily === '' || rest.length > 0) {
    throw new InvalidArgumentError(
      'A limit is written like payout:pix:BRL:500.00:10000.00, or payout:pix:BRL:usual.',
    );
  }
  return [...before, { product, method, currency, perOperation, daily }];
}

function rail(enabled: boolean) {
  return (text: string, before: readonly MethodUpdate[] = []): MethodUpdate[] => {
    const [product = '', method = '', currency = '', ...rest] = text.split(':');
    if (currency === '' || rest.length > 0) {
      throw new InvalidArgumentError('A method is written like payout:pix:BRL.');
    }
    return [...before, { product, method, currency, enabled }];
  };
}
