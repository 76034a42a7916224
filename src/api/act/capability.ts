import type { Suspension } from '../../domain/account.js';
import { present, isoTime } from '../../domain/event.js';
import { resumeCapability, suspendCapability } from '../../usecases/capability.js';
import { act, type Group, type CommandOutput } from './act.js';
import { flag, id, product, stateOf, text } from './field.js';

const suspending = (name: 'suspend' | 'resume', words: string) =>
  act({
    name: `${name}Capability`,
    words,
    role: 'admin',
    takes: {
      product: product('The product.'),
      method: text('The method.'),
      currency: text('The currency.'),
      accountId: id('Only for this account. Default: every account.').nullish(),
    },
    changes: stateOf('SeenSuspension', 'A capability, for exactly this scope', {
      suspended: flag('Whether it was suspended.'),
    }),
    answers: 'Suspension',
    command: {
      path: `capability ${name}`,
      example: '--product payout --method pix --currency BRL',
    },
    run({ ports, by }, { accountId = null, ...key }) {
      const run = name === 'suspend' ? suspendCapability : resumeCapability;
      return run(ports, by, { ...key, accountId });
    },
    output: suspensionOutput,
  });

export const capabilityActs: Group = {
  name: 'capability',
  words: 'What accounts can collect and pay out',
  acts: [
    suspending(
      'suspend',
      'Suspend a capability: new use of it gets operation_suspended until it is resumed.',
    ),
    suspending('resume', 'Lift a suspension of exactly this scope. invalid_request if there is none.'),
  ],
};

function suspensionOutput(suspension: Suspension): CommandOutput {
  const { product: of, method, currency, accountId, liftedAt } = suspension;
  const status = liftedAt === null ? 'suspended' : 'resumed';
  return {
    json: present({
      id: suspension.id,
      status,
      product: of,
      method,
      currency,
      account_id: accountId,
      created_at: isoTime(suspension.createdAt),
      lifted_at: isoTime(liftedAt),
    }),
    text: `${of} by ${method} in ${currency} is ${status} for ${accountId ?? 'every account'}.`,
  };
}
