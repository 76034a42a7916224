import { Argument, type Command } from 'commander';
import { showCustomer, type ComplianceStatus, type Customer } from '../../domain/customer.js';
import { blockCustomer, setCompliance } from '../../usecases/customer.js';
import { acts, group } from './act.js';
import type { Answer } from './answer.js';

const statuses = {
  unverified: true,
  pending: true,
  verified: true,
  rejected: true,
  review: true,
} satisfies Record<ComplianceStatus, true>;

const exampleId = 'cus_01k9zq3v5e8x7m2n4p6r8t0w1y';

/** `customer block`, `customer unblock` and `customer compliance`. */
export function customerCommands(psp: Command): void {
  const example = `customer block ${exampleId} --reason 'case 4711'`;
  const customer = group(psp, 'customer', { description: "The accounts' customers", example });
  const means = {
    block: 'Stop all business with a customer; what has not been sent fails',
    unblock: 'Let a blocked customer do business again',
  };
  for (const action of ['block', 'unblock'] as const) {
    acts<[string]>(
      customer.command(action).description(means[action]).argument('<id>', 'the customer'),
      `customer ${action} ${exampleId} --reason 'case 4711'`,
      async ({ ports, operator }, [id]) => told(await blockCustomer(ports, operator, { id, action })),
    );
  }
  acts<[string, ComplianceStatus]>(
    customer
      .command('compliance')
      .description("Set the result of the platform's checks of a customer")
      .argument('<id>', 'the customer')
      .addArgument(new Argument('<status>', 'the result').choices(Object.keys(statuses))),
    `customer compliance ${exampleId} verified`,
    async ({ ports, operator }, [id, status]) => told(await setCompliance(ports, operator, { id, status })),
  );
}

function told(customer: Customer): Answer {
  const { id, accountId, status, complianceStatus } = customer;
  return {
    json: { account_id: accountId, ...showCustomer(customer) },
    text: `The customer ${id} is ${status}, compliance ${complianceStatus}.`,
  };
}
