import { useState, type FormEvent, type ReactNode } from 'react';
import { refusalOf, useAsk } from '../ask.js';
import { rest, type Refused } from '../client.js';
import { serviceNow } from '../clock.js';
import { Empty, Loaded } from '../part.js';
import { Reports } from '../report.js';
import { words } from '../words/speech.js';
import { Field, Picker, filledIn } from './field.js';
import { useMe } from './me.js';
import { Fault } from './rest-act.js';

/** Statements of balances and reports, as files. */
export function Downloads(): ReactNode {
  const { account } = useMe();
  return <Reports of={account.id} lead={<Statement accountId={account.id} />} />;
}

const document = 'query ($accountId: ID!) { balances(accountId: $accountId) { currency } }';
const day = (ago: number): string =>
  new Date(serviceNow().getTime() - ago * 86_400_000).toISOString().slice(0, 10);

interface File {
  readonly name: string;
  readonly url: string;
}

function Statement({ accountId }: { readonly accountId: string }) {
  const query = useAsk<{ balances: readonly { readonly currency: string }[] }>(document, { accountId });
  return (
    <section className="card" aria-labelledby="statement">
      <h2 id="statement">{words.book.statementOf}</h2>
      <Loaded query={query}>
        {({ balances }) =>
          balances.length === 0 ? (
            <Empty>{words.book.noBalance}</Empty>
          ) : (
            <Ask currencies={balances.map(({ currency }) => currency)} />
          )
        }
      </Loaded>
    </section>
  );
}

function Ask({ currencies }: { readonly currencies: readonly string[] }) {
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<Refused>();
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { currency = '', from = '', to = '', format = 'csv' } = filledIn(event.currentTarget);
    setBusy(true);
    setFile(undefined);
    setError(undefined);
    const period = new URLSearchParams({ from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z`, format });
    rest('GET', `/v1/balances/${currency}/statement?${period}`)
      .then(async (response) => {
        const url = URL.createObjectURL(await response.blob());
        setFile({ url, name: `statement_${currency}_${from}_${to}.${format === 'csv' ? 'csv' : 'xml'}` });
      })
      .catch((fault: unknown) => setError(refusalOf(fault)))
      .finally(() => setBusy(false));
  };
  return (
    <form className="inputs" onSubmit={submit}>
      <Picker
        name="currency"
        label={words.book.currency}
        usual={currencies[0] ?? ''}
        options={currencies.map((each) => [each, each])}
      />
      <Field name="from" label={words.book.from} type="date" isRequired usual={day(31)} />
      <Field name="to" label={words.book.to} type="date" isRequired usual={day(-1)} />
      <Picker
        name="format"
        label={words.book.format}
        usual="csv"
        options={[
          ['csv', 'CSV'],
          ['camt.053', 'camt.053 (XML)'],
        ]}
      />
      <Fault error={error} />
      <button type="submit" className="main" disabled={isBusy}>
        {isBusy ? words.book.asking : words.book.makeStatement}
      </button>
      {file && (
        <p className="passed" role="status">
          <a href={file.url} download={file.name}>
            {words.book.save(file.name)}
          </a>
        </p>
      )}
    </form>
  );
}
