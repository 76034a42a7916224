import { useAsk } from './ask.js';

interface Data {
  readonly accounts: {
    readonly edges: readonly { readonly node: { readonly id: string; readonly name: string } }[];
    readonly pageInfo: { readonly hasNextPage: boolean };
  };
}

const document = 'query { accounts(first: 100) { edges { node { id name } } pageInfo { hasNextPage } } }';

interface PickerProps {
  readonly value: string;
  /** Label of the option without an account. */
  readonly none: string;
  readonly isRequired?: boolean;
}

/** Chooses an account by name. If there is more than one page of accounts, the id is typed instead. */
export function AccountPicker({ value, none, isRequired }: PickerProps) {
  const { loaded, error } = useAsk<Data>(document, {});
  const accounts = loaded?.data.accounts;
  if (error || accounts?.pageInfo.hasNextPage)
    return (
      <input
        name="accountId"
        defaultValue={value}
        required={isRequired}
        placeholder="acct_…"
        autoComplete="off"
      />
    );
  const all = accounts?.edges.map(({ node }) => node) ?? [];
  const isKnown = value === '' || all.some(({ id }) => id === value);
  return (
    <select key={all.length} name="accountId" defaultValue={value} required={isRequired}>
      <option value="">{none}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
