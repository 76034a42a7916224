import { showCustomer, type ComplianceStatus, type Customer } from '../../domain/customer.js';
import { blockCustomer, setCompliance } from '../../usecases/customer.js';
import { act, type Group, type CommandOutput } from './act.js';
import { id, oneOf, seen, stateOf } from './field.js';

const exampleId = 'cus_01k9zq3v5e8x7m2n4p6r8t0w1y';
const ofCustomer = stateOf('SeenCustomer', 'A customer', {
  status: seen('CustomerStatus', 'Status of the customer.'),
  complianceStatus: seen('ComplianceStatus', "Result of the platform's checks."),
});

const results: readonly ComplianceStatus[] = ['unverified', 'pending', 'verified', 'rejected', 'review'];

const blocking = (action: 'block' | 'unblock', words: string) =>
  act({
    name: `${action}Customer`,
    words,
    role: 'support',
    takes: { id: id('The customer.') },
    changes: ofCustomer,
    answers: 'Customer',
    command: {
      path: `customer ${action}`,
      positionals: ['id'],
      example: `${exampleId} --reason 'case 4711'`,
    },
    run: ({ ports, by }, { id: customerId }) => blockCustomer(ports, by, { id: customerId, action }),
    output: customerOutput,
  });

const compliance = act({
  name: 'setCustomerCompliance',
  words: "Set the result of the platform's checks of a customer.",
  role: 'support',
  takes: { id: id('Its id.'), status: oneOf('ComplianceStatus', results, 'Result of the checks.') },
  changes: ofCustomer,
  answers: 'Customer',
  command: {
    path: 'customer compliance',
    positionals: ['id', 'status'],
    hints: { id: 'The customer.' },
    example: `${exampleId} verified`,
  },
  run: ({ ports, by }, ask) => setCompliance(ports, by, ask),
  output: customerOutput,
});

export const customerActs: Group = {
  name: 'customer',
  words: "The accounts' customers",
  acts: [
    blocking('block', 'Block a customer. Unsent payouts fail.'),
    blocking('unblock', 'Unblock a customer.'),
    compliance,
  ],
};

function customerOutput(customer: Customer): CommandOutput {
  const { id: customerId, accountId, status, complianceStatus } = customer;
  return {
    json: { account_id: accountId, ...showCustomer(customer) },
    text: `The customer ${customerId} is ${status}, compliance ${complianceStatus}.`,
  };
}
