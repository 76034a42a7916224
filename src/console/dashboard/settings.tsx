import { useState, type FormEvent, type ReactNode } from 'react';
import { Named, Loaded } from '../part.js';
import { Field, Picker, filledIn } from './field.js';
import { faultsOf, Wrong } from '../wrong.js';
import { languageOf, languages, useMe, type Me } from './me.js';
import type { Money } from './payment.js';
import { Fault, useRest, useRestGet } from './rest-act.js';

/** The answer of GET and PUT /v1/approval-policy. */
interface Policy {
  readonly payouts?: { readonly above: readonly Money[]; readonly new_beneficiary_days?: number };
  readonly batches?: { readonly above: readonly Money[] };
  readonly approvals: 1 | 2;
  readonly expires_in: number;
  readonly payee_check: 'off' | 'warn' | 'require';
  readonly pending_change?: { readonly id: string };
}

const path = '/v1/approval-policy';
const hour = 3_600;

/** What holds for the whole account. */
export function Settings(): ReactNode {
  const { account, member } = useMe();
  return (
    <>
      <header className="head">
        <h1>Settings</h1>
      </header>
      <section className="card" aria-labelledby="account">
        <h2 id="account">Account</h2>
        <dl className="facts">
          <div>
            <dt>Name</dt>
            <dd>{account.name}</dd>
          </div>
          <div>
            <dt>Id</dt>
            <dd>{account.id}</dd>
          </div>
        </dl>
      </section>
      <Preferences />
      {member.role === 'owner' ? (
        <ApprovalPolicy />
      ) : (
        <p className="note">Owners see and change the approval policy here.</p>
      )}
    </>
  );
}

/** What the person sets for themselves. */
function Preferences() {
  const query = useRestGet<Me>('/v1/me');
  return (
    <section className="card" aria-labelledby="preferences">
      <h2 id="preferences">You</h2>
      <Loaded query={query}>{(me) => <PreferencesForm me={me} />}</Loaded>
    </section>
  );
}

function PreferencesForm({ me }: { readonly me: Me }) {
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useRest(() => setSaved(true));
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSaved(false);
    void run(['PATCH', '/dashboard/preferences', filledIn(event.currentTarget)]);
  };
  return (
    <form className="places" onSubmit={submit}>
      <Picker
        name="language"
        label="Language of mails to you"
        options={languages}
        usual={languageOf(me)}
        hint="In all your accounts. The dashboard is in English."
      />
      <Fault error={error} />
      {isSaved && (
        <p className="passed" role="status">
          Saved. The next mail is in this language.
        </p>
      )}
      <button type="submit" disabled={isBusy}>
        {isBusy ? 'Saving…' : 'Save the language'}
      </button>
    </form>
  );
}

function ApprovalPolicy() {
  const query = useRestGet<Policy>(path);
  return (
    <section className="card" aria-labelledby="policy">
      <h2 id="policy">Approvals and payee check</h2>
      <p className="note">
        Payouts that this policy covers wait until a member has approved them. The member who requests a
        payout cannot approve it.
      </p>
      <Loaded query={query}>{(policy) => <Editor stored={policy} />}</Loaded>
    </section>
  );
}

/** The form as it is sent: a list without amounts catches nothing. */
function bodyOf(draft: Readonly<Record<string, string>>, limits: Limits): object {
  const days = draft['new_beneficiary_days'];
  const payouts = {
    above: limits.payouts,
    ...(days !== undefined && { new_beneficiary_days: Number(days) }),
  };
  return {
    ...((limits.payouts.length > 0 || days !== undefined) && { payouts }),
    ...(limits.batches.length > 0 && { batches: { above: limits.batches } }),
    approvals: Number(draft['approvals'] ?? 1),
    expires_in: Math.round(Number(draft['hours'] ?? 168) * hour),
    payee_check: draft['payee_check'],
  };
}

type Limits = Readonly<Record<'payouts' | 'batches', readonly Money[]>>;

function Editor({ stored }: { readonly stored: Policy }) {
  const [policy, setPolicy] = useState(stored);
  const [isSaved, setSaved] = useState(false);
  const [limits, setLimits] = useState<Limits>({
    payouts: stored.payouts?.above ?? [],
    batches: stored.batches?.above ?? [],
  });
  const { error, isBusy, run } = useRest<Policy>((answer) => {
    setPolicy(answer);
    setSaved(true);
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSaved(false);
    void run(['PUT', path, bodyOf(filledIn(event.currentTarget), limits)]);
  };
  const { pending_change: change } = policy;
  return (
    <Wrong faults={faultsOf(error)}>
      <form className="places" onSubmit={submit}>
        <Above
          title="Payouts above"
          name="payouts"
          all={limits.payouts}
          set={(payouts) => setLimits({ ...limits, payouts })}
        />
        <Field
          name="new_beneficiary_days"
          label="Payouts to beneficiaries younger than, in days"
          hint="Regardless of the amount."
          inputMode="numeric"
          usual={stored.payouts?.new_beneficiary_days?.toString()}
        />
        <Above
          title="Batches above"
          name="batches"
          all={limits.batches}
          set={(batches) => setLimits({ ...limits, batches })}
        />
        <Deciding stored={stored} />
        <Fault error={error} />
        <Outcome isSaved={isSaved} change={change} />
        <button type="submit" className="main" disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save the policy'}
        </button>
      </form>
    </Wrong>
  );
}

/** How many decide, until when, and what the payee check does. */
const Deciding = ({ stored }: { readonly stored: Policy }) => (
  <>
    <Picker
      name="approvals"
      label="Approvals required"
      usual={String(stored.approvals)}
      options={[
        ['1', 'one member'],
        ['2', 'two members'],
      ]}
    />
    <Field
      name="hours"
      label="Undecided approvals expire after, in hours"
      inputMode="numeric"
      usual={String(stored.expires_in / hour)}
      isRequired
    />
    <Picker
      name="payee_check"
      label="Payee check"
      usual={stored.payee_check}
      hint="Asks the beneficiary's bank who holds the account."
      options={[
        ['off', 'off'],
        ['warn', 'warn before a payout'],
        ['require', 'refuse payouts to another holder'],
      ]}
    />
  </>
);

interface OutcomeProps {
  readonly isSaved: boolean;
  readonly change: Policy['pending_change'] | undefined;
}

/** What became of a change: in force, or waiting for another owner. */
const Outcome = ({ isSaved, change }: OutcomeProps) => (
  <>
    {isSaved && !change && (
      <p className="passed" role="status">
        The policy is in force.
      </p>
    )}
    {change && (
      <p className="note" role="status">
        A looser policy waits for another owner: <Named id={change.id} name="see the approval" />. Until then
        the present policy is in force.
      </p>
    )}
  </>
);

interface AboveProps {
  readonly title: string;
  readonly name: string;
  readonly all: readonly Money[];
  readonly set: (all: readonly Money[]) => void;
}

/** Amounts above which something is caught, one a currency. */
function Above({ title, name, all, set }: AboveProps) {
  const change = (at: number, part: Partial<Money>): void =>
    set(all.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <fieldset className="argument group">
      <legend>{title}</legend>
      {all.length === 0 && <small>No payout waits because of its amount.</small>}
      {all.map(({ amount, currency }, at) => (
        <p className="line" key={at}>
          <input
            aria-label={`${title}: amount ${at + 1}`}
            inputMode="decimal"
            required
            maxLength={30}
            value={amount}
            onChange={({ target }) => change(at, { amount: target.value.trim() })}
          />
          <input
            aria-label={`${title}: currency ${at + 1}`}
            required
            size={5}
            maxLength={5}
            value={currency}
            onChange={({ target }) => change(at, { currency: target.value.trim().toUpperCase() })}
          />
          <button
            type="button"
            aria-label={`${title}: remove ${at + 1}`}
            onClick={() => set(all.filter((_each, index) => index !== at))}
          >
            Remove
          </button>
        </p>
      ))}
      <button
        type="button"
        data-adds={name}
        onClick={() => set([...all, { amount: '', currency: all.length === 0 ? 'USDT' : '' }])}
      >
        Add an amount
      </button>
    </fieldset>
  );
}
