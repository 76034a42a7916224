import { knownArguments, type Act, type Row } from './act.js';
import { useAsk } from './ask.js';
import { bare, catalogue } from './catalogue.js';
import { withHint } from './concern.js';
import { textOf } from './text.js';
import { stateText } from './words/label.js';

/** Options of a field, instead of a typed id or code. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Values of other fields that follow from the chosen option. */
  readonly implies?: Readonly<Record<string, string>>;
}

/** Choices by the name of the field; undefined while they are loading. */
export type Choices = Readonly<Record<string, readonly Choice[] | undefined>>;

interface Page {
  readonly edges: readonly { readonly node: Row }[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

interface Data {
  readonly destinationId?: Page;
  readonly beneficiaryId?: Page;
  readonly accountId?: Page;
  readonly currency?: readonly { readonly currency: string }[];
  readonly balances?: readonly { readonly currency: string }[];
}

const page = (fields: string): string => `{ edges { node { ${fields} } } pageInfo { hasNextPage } }`;
const active = 'first: 100, filter: { status: [active] }';
const queries: Readonly<Record<string, string>> = {
  destinationId: `destinationId: settlementDestinations(accountId: $accountId, ${active}) ${page('id label method accountHint currency')}`,
  beneficiaryId: `beneficiaryId: beneficiaries(accountId: $accountId, ${active}) ${page('id displayName accountHint currency')}`,
  currency:
    'currency: capabilities(accountId: $accountId) { currency } balances(accountId: $accountId) { currency }',
};

/** Names of all arguments and of their nested fields. */
function namesOf(act: Act): ReadonlySet<string> {
  const names = new Set<string>();
  const see = (fields: Readonly<Record<string, { readonly type: string }>>): void => {
    for (const [name, { type }] of Object.entries(fields)) {
      names.add(name);
      see(catalogue.inputs[bare(type)] ?? {});
    }
  };
  see(catalogue.mutations[act.name]?.args ?? {});
  return names;
}

const choiceOf = ({ id, name, displayName, label, method, accountHint, currency }: Row): Choice => {
  const own = [name, displayName, label].map(textOf).find((each) => each !== '');
  const called = own ?? stateText(textOf(method));
  const code = textOf(currency);
  return {
    value: textOf(id),
    label: `${withHint(called, accountHint)}${code && ` · ${code}`}`,
    // A schedule settles in the currency of its destination.
    ...(code && textOf(id).startsWith('sdst_') && { implies: { currency: code } }),
  };
};

/** If there is more than one page of options, the id is typed instead. */
const choicesOf = (found: Page | undefined): readonly Choice[] | undefined =>
  found && !found.pageInfo.hasNextPage ? found.edges.map(({ node }) => choiceOf(node)) : undefined;

/** Options of the fields of an act's form. Fields that are not listed are typed. */
export function useChoices(act: Act, row: Row): Choices {
  const names = namesOf(act);
  const accountId = textOf(
    row['__typename'] === 'Account' ? row['id'] : (knownArguments(act, row)['accountId'] ?? row['accountId']),
  );
  const wanted = Object.keys(queries).filter((name) => names.has(name));
  const isOfPlatform = row['__typename'] === 'Platform' && names.has('accountId');
  const query = isOfPlatform
    ? `query { accountId: accounts(first: 100) ${page('id name')} }`
    : `query ($accountId: ID!) { ${wanted.map((name) => queries[name]).join(' ')} }`;
  const hasEnough = isOfPlatform || (accountId !== '' && wanted.length > 0);
  const variables = isOfPlatform ? {} : { accountId };
  const result = useAsk<Data>(query, variables, { isOff: !hasEnough });
  if (!hasEnough) return {};
  const { loaded, error } = result;
  if (error) return {};
  const found = loaded?.data;
  const isOpen = (name: keyof Data): boolean => !loaded || choicesOf(found?.[name] as Page) !== undefined;
  const lists = (
    isOfPlatform ? (['accountId'] as const) : (['destinationId', 'beneficiaryId'] as const)
  ).filter((name) => (isOfPlatform || wanted.includes(name)) && isOpen(name));
  const codes = [...(found?.currency ?? []), ...(found?.balances ?? [])].map(({ currency }) => currency);
  return {
    ...Object.fromEntries(lists.map((name) => [name, choicesOf(found?.[name])])),
    ...(wanted.includes('currency') && {
      currency: [...new Set(codes)].toSorted().map((code) => ({ value: code, label: code })),
    }),
  };
}
