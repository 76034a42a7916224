import { expect, it } from 'vitest';
import type { Argument } from '../../src/api/act/argument.js';
import { agreedTerms, termFields } from '../../src/api/act/terms.js';
import { acts, groups } from '../../src/api/act/table.js';
import { graphqlSchema } from '../../src/api/graphql/schema.js';
import { exact } from '../../src/domain/money.js';
import { accountTerms } from '../../src/domain/noun/account-terms.js';
import { defaultTerms } from '../../src/domain/terms.js';
import { formOptions } from '../../src/cli/form.js';
import { commandLine } from '../../src/cli/psp.js';
import { rootFieldsOf } from '../setup/selection.js';

const forms = acts.flatMap((act) => act.commands.map((form) => ({ act, ...form })));

it('every act is a command of its group, and a mutation if it has a result', () => {
  const psp = commandLine();
  const rendered = groups.flatMap(({ name }) => {
    const group = psp.commands.find((each) => each.name() === name);
    return (group?.commands ?? []).map((verb) => `${name} ${verb.name()}`);
  });
  expect(rendered).toEqual(expect.arrayContaining(forms.map(({ path }) => path)));
  expect(new Set(forms.map(({ path }) => path)).size).toBe(forms.length);
  const mutations = rootFieldsOf(graphqlSchema(), 'mutation').map(({ name }) => name);
  const answered = acts.filter(({ answers }) => answers !== undefined);
  expect(mutations).toEqual(expect.arrayContaining(answered.map(({ name }) => name)));
});

it('a command names exactly the arguments of its act', () => {
  for (const { act, path, positionals = [], hints = {}, sets = {} } of forms) {
    const names = act.takes.map(({ name }) => name);
    const named = [...positionals, ...Object.keys(hints), ...Object.keys(sets)];
    expect(names, path).toEqual(expect.arrayContaining(named));
  }
});

/** The leaves of an act's arguments: an argument, or each field of a form or of a list of forms. */
function leavesOf(argument: Argument): string[] {
  const { name, kind } = argument;
  const inner = kind.is === 'list' ? kind.element : kind;
  if (inner.is !== 'form') return [name];
  return inner.fields.flatMap((field) => leavesOf(field).map((leaf) => `${name}.${leaf}`));
}

/** A valid value of the kind, as written on the command line. */
function spelling({ kind, isDuration, name }: Argument): string {
  if (isDuration) return '24h';
  switch (kind.is) {
    case 'whole':
      return '5';
    case 'flag':
      return 'true';
    case 'time':
      return '2027-01-31T12:00:00Z';
    case 'choice':
      return Object.keys(kind.values)[0] ?? 'x';
    case 'list':
      return spelling({ kind: kind.element, name } as Argument);
    case 'form':
      return kind.fields
        .filter(({ option }) => option?.no === undefined)
        .map(spelling)
        .join(':');
    case 'id':
    case 'text':
      return '1';
  }
}

const formsTaken = acts.flatMap(({ name, takes }) =>
  takes.filter(({ kind }) => kind.is === 'form').map((form) => [name, form] as const),
);

it("a command has options for every field of its act's forms", () => {
  expect(formsTaken.map(([name]) => name).toSorted()).toEqual([
    'putScheduleInForce',
    'requireApprovals',
    'resolveException',
    'setAccountTerms',
  ]);
  for (const [name, form] of formsTaken) {
    const put = new Set<string>();
    for (const { option, field, put: into } of formOptions(form)) {
      const value =
        option.isBoolean() || option.argChoices ? 'x' : option.parseArg?.(spelling(field), undefined);
      const made: Record<string, unknown> = {};
      into(made, value);
      for (const leaf of pathsOf(made)) put.add(`${form.name}.${leaf}`);
    }
    expect([...put].toSorted(), name).toEqual(leavesOf(form).toSorted());
  }
});

function pathsOf(value: object): string[] {
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const inner: unknown = Array.isArray(each) ? each[0] : each;
    const isForm = typeof inner === 'object' && inner !== null;
    return isForm ? pathsOf(inner).map((path) => `${name}.${path}`) : [name];
  });
}

it('every term of an account can be set by the act and is shown by account show', () => {
  const declared = Object.keys(accountTerms.fields).filter(
    // The account sets its own approval policy; requireApprovals sets it instead of the owners.
    (name) => !['accountId', 'approvalPolicy', 'passkeysRequiredAt', 'whiteLabelAt'].includes(name),
  );
  const terms = defaultTerms('acct_1');
  const money = { amount: exact('5'), currency: 'USD' };
  const agreed = agreedTerms({
    ...terms,
    platformFeeBps: 1,
    tenantMarkupBps: 2,
    withdrawalFeeAmount: money.amount,
    withdrawalFeeCurrency: money.currency,
    approvalThresholdAmount: money.amount,
    approvalThresholdCurrency: money.currency,
    overrides: [
      {
        product: 'payout',
        method: 'pix',
        currency: 'BRL',
        enabled: false,
        perOperation: '5.00',
        daily: '10.00',
      },
    ],
  });
  const names = termFields.map(({ name }) => name);
  // Limits and methods are stored together, by rail.
  const ofOverrides = ['limits', 'methods'];
  expect([...names.filter((name) => !ofOverrides.includes(name)), 'overrides'].toSorted()).toEqual(
    declared.toSorted(),
  );
  expect(Object.keys(agreed).toSorted()).toEqual(names.toSorted());
  expect(agreed).toEqual({
    platformFeeBps: 1,
    tenantMarkupBps: 2,
    withdrawalFee: { amount: '5.00', currency: 'USD' },
    approvalThreshold: { amount: '5.00', currency: 'USD' },
    limits: [{ product: 'payout', method: 'pix', currency: 'BRL', perOperation: '5.00', daily: '10.00' }],
    methods: [{ product: 'payout', method: 'pix', currency: 'BRL', enabled: false }],
  });
});

it('has complete sentences as descriptions', () => {
  const said = acts.flatMap(({ words, takes }) => [words, ...takes.map((each) => each.words)]);
  expect(said.filter((words) => !/^[A-Z1].+\.$/s.test(words))).toEqual([]);
});
