import type { Command } from 'commander';
import type { Suspension } from '../../domain/account.js';
import type { CapabilityKey } from '../../domain/capability.js';
import { present, time } from '../../domain/event.js';
import { refuse } from '../../domain/refusal.js';
import { resumeCapability, stopPayouts, suspendCapability } from '../../usecases/capability.js';
import { acts, group, type Session } from './act.js';
import type { Answer } from './answer.js';

interface Rail extends CapabilityKey {
  readonly account?: string;
}

const suspensions = {
  suspend: { about: 'Refuse new use of a capability with 503 until it is resumed', act: suspendCapability },
  resume: { about: 'Lift a suspension of exactly this reach', act: resumeCapability },
} as const;

/** `capability suspend|resume` and the kill switch `payouts stop|resume`. */
export function capabilityCommands(psp: Command): void {
  const rail = '--product payout --method pix --currency BRL';
  const capability = group(psp, 'capability', {
    description: 'What accounts can collect and pay out',
    example: `capability suspend ${rail}`,
  });
  for (const [name, { about, act }] of Object.entries(suspensions)) {
    acts<[], Rail>(
      capability
        .command(name)
        .description(about)
        .requiredOption('--product <product>', 'payin, payout or remittance')
        .requiredOption('--method <method>', 'as in the catalogue, like pix')
        .requiredOption('--currency <code>', 'like BRL')
        .option('--account <id>', 'for this account alone instead of all'),
      `capability ${name} ${rail}`,
      async (session, _args, options) =>
        told(await act(session.ports, session.operator, await reach(session, options))),
    );
  }
  const payouts = group(psp, 'payouts', { description: 'The kill switch', example: 'payouts stop' });
  killSwitch(payouts, { name: 'stop', stop: true, about: 'Refuse new payouts; what has not left yet waits' });
  killSwitch(payouts, { name: 'resume', stop: false, about: 'Let payouts go on' });
}

function killSwitch(payouts: Command, { name, stop, about }: { name: string; stop: boolean; about: string }) {
  acts(
    payouts.command(name).description(about),
    `payouts ${name} --reason drill`,
    async ({ ports, operator }) => {
      await stopPayouts(ports, operator, stop);
      return { json: { payouts_stopped: stop }, text: stop ? 'Payouts are stopped.' : 'Payouts go on.' };
    },
  );
}

async function reach({ ports }: Session, { product, method, currency, account }: Rail) {
  const accountId = account ?? null;
  if (accountId !== null && !(await ports.reader.get('account', accountId, accountId))) {
    refuse('not_found', 'There is no such account.', { param: 'account' });
  }
  return { product, method, currency, accountId };
}

function told(suspension: Suspension): Answer {
  const { product, method, currency, accountId, liftedAt } = suspension;
  const status = liftedAt === null ? 'suspended' : 'resumed';
  return {
    json: present({
      id: suspension.id,
      status,
      product,
      method,
      currency,
      account_id: accountId,
      created_at: time(suspension.createdAt),
      lifted_at: time(liftedAt),
    }),
    text: `${product} by ${method} in ${currency} is ${status} for ${accountId ?? 'every account'}.`,
  };
}
