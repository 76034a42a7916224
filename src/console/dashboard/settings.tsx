import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { AmountInput } from '../amount-input.js';
import { Copy, Named, Loaded } from '../part.js';
import type { Language } from '../words/phrase.js';
import { Title } from '../title.js';
import { words } from '../words/speech.js';
import { Field, Picker, filledIn } from './field.js';
import { languages, learn } from './language.js';
import { faultsOf, Wrong } from '../wrong.js';
import { useMe, type Me } from './me.js';
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
        <Title>{words.frame.settings}</Title>
      </header>
      <section className="card" aria-labelledby="account">
        <h2 id="account">{words.frame.account}</h2>
        <dl className="facts">
          <div>
            <dt>{words.setting.name}</dt>
            <dd>{account.name}</dd>
          </div>
          <div>
            <dt>{words.setting.id}</dt>
            <dd>
              <Copy text={account.id} />
            </dd>
          </div>
        </dl>
      </section>
      <Preferences />
      {member.role === 'owner' ? <ApprovalPolicy /> : <p className="note">{words.setting.ownersOnly}</p>}
    </>
  );
}

/** What the person sets for themselves. */
function Preferences() {
  const query = useRestGet<Me>('/v1/me');
  return (
    <section className="card" aria-labelledby="preferences">
      <h2 id="preferences">{words.setting.you}</h2>
      <Loaded query={query}>{(me) => <PreferencesForm me={me} />}</Loaded>
    </section>
  );
}

/** The language that was saved last: a new language draws the page anew, which then says so. */
let savedIn: Language | undefined;

const focus = (element: HTMLElement | null): void => element?.focus();

function PreferencesForm({ me }: { readonly me: Me }) {
  const [isSaved, setSaved] = useState(savedIn === words.language);
  const chosen = useRef<Language>(words.language);
  const { error, isBusy, run } = useRest(() => {
    savedIn = chosen.current;
    setSaved(true);
    void learn(chosen.current);
  });
  useEffect(() => {
    savedIn = undefined;
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { language } = filledIn(event.currentTarget);
    chosen.current = languages.map(([each]) => each).find((each) => each === language) ?? words.language;
    setSaved(false);
    void run(['PATCH', '/dashboard/preferences', { language }]);
  };
  return (
    <form className="inputs" onSubmit={submit}>
      <Picker
        name="language"
        label={words.setting.language}
        options={languages}
        usual={me.member.language ?? words.language}
        hint={words.setting.languageHint}
      />
      <Fault error={error} />
      {isSaved && (
        <p className="passed" role="status" tabIndex={-1} ref={focus}>
          {words.setting.languageSaved}
        </p>
      )}
      <button type="submit" disabled={isBusy}>
        {isBusy ? words.setting.saving : words.setting.saveLanguage}
      </button>
    </form>
  );
}

function ApprovalPolicy() {
  const query = useRestGet<Policy>(path);
  return (
    <section className="card" aria-labelledby="policy">
      <h2 id="policy">{words.setting.approvals}</h2>
      <p className="note">{words.setting.approvalsNote}</p>
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
      <form className="inputs" onSubmit={submit}>
        <Above
          title={words.setting.payoutsAbove}
          name="payouts"
          all={limits.payouts}
          set={(payouts) => setLimits({ ...limits, payouts })}
        />
        <Field
          name="new_beneficiary_days"
          label={words.setting.youngerThan}
          hint={words.setting.regardless}
          inputMode="numeric"
          usual={stored.payouts?.new_beneficiary_days?.toString()}
        />
        <Above
          title={words.setting.batchesAbove}
          name="batches"
          all={limits.batches}
          set={(batches) => setLimits({ ...limits, batches })}
        />
        <Deciding stored={stored} />
        <Fault error={error} />
        <Outcome isSaved={isSaved} change={change} />
        <button type="submit" className="main" disabled={isBusy}>
          {isBusy ? words.setting.saving : words.setting.savePolicy}
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
      label={words.setting.approvalsRequired}
      usual={String(stored.approvals)}
      options={[
        ['1', words.setting.one],
        ['2', words.setting.two],
      ]}
    />
    <Field
      name="hours"
      label={words.setting.expireAfter}
      inputMode="numeric"
      usual={String(stored.expires_in / hour)}
      isRequired
    />
    <Picker
      name="payee_check"
      label={words.setting.payeeCheck}
      usual={stored.payee_check}
      hint={words.setting.payeeCheckHint}
      options={[
        ['off', words.setting.off],
        ['warn', words.setting.warn],
        ['require', words.setting.require],
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
        {words.setting.inForce}
      </p>
    )}
    {change && (
      <p className="note" role="status">
        {words.setting.looser(<Named id={change.id} name={words.setting.seeApproval} />)}
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
  const id = useId();
  const change = (at: number, part: Partial<Money>): void =>
    set(all.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <fieldset className="argument group">
      <legend>{title}</legend>
      {all.length === 0 && <small>{words.setting.noAmounts}</small>}
      {all.map(({ amount, currency }, at) => (
        <p className="line" key={at}>
          <span className="argument">
            <label htmlFor={`${id}-${at}`}>{words.pay.amount}</label>
            <AmountInput
              id={`${id}-${at}`}
              aria-label={words.setting.amountAt(title, at + 1)}
              required
              maxLength={30}
              value={amount}
              set={(next) => change(at, { amount: next })}
            />
          </span>
          <span className="argument">
            <label htmlFor={`${id}-${at}-currency`}>{words.book.currency}</label>
            <input
              id={`${id}-${at}-currency`}
              aria-label={words.setting.currencyAt(title, at + 1)}
              required
              size={5}
              maxLength={5}
              value={currency}
              onChange={({ target }) => change(at, { currency: target.value.trim().toUpperCase() })}
            />
          </span>
          <button
            type="button"
            aria-label={words.setting.removeAt(title, at + 1)}
            onClick={() => set(all.filter((_each, index) => index !== at))}
          >
            {words.setting.remove}
          </button>
        </p>
      ))}
      <button
        type="button"
        data-adds={name}
        onClick={() => set([...all, { amount: '', currency: all.length === 0 ? 'USDT' : '' }])}
      >
        {words.setting.addAmount}
      </button>
    </fieldset>
  );
}
