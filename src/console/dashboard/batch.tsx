import { useId, useState, type DragEvent, type FormEvent, type ReactNode } from 'react';
import { refusalOf, useAsk } from '../ask.js';
import { spaced } from '../catalogue.js';
import { Refused, rest } from '../client.js';
import { Amount, Empty, Loaded } from '../part.js';
import { Wide } from '../value.js';
import { Confirm, warningWords } from './confirm.js';
import { Picker, filledIn } from './field.js';
import { mayWrite, useMe } from './me.js';
import { Fact } from './pay.js';
import type { Money } from './payment.js';
import { saveAs } from '../csv.js';
import { Fault } from './rest-act.js';
import { useStepsBy, type Foreseen, type Steps } from './step.js';

interface Item {
  readonly index: number;
  readonly reference?: string;
  readonly outcome: Foreseen['outcome'];
  readonly refusal?: { readonly message: string };
  readonly warnings?: readonly string[];
}

/** The answer of POST /v1/payout-batches/preview. */
interface Answer {
  readonly refusal?: { readonly code: string; readonly message: string };
  readonly summary?: Counts;
  readonly totals?: readonly { readonly currency: string; readonly requested: string }[];
  readonly short?: readonly Money[];
  readonly items?: readonly Item[];
  readonly warnings?: readonly string[];
}

type Counts = Readonly<Record<'total' | Foreseen['outcome'], number>>;

interface Preview extends Foreseen {
  readonly counts: Counts;
  readonly totals: readonly Money[];
  readonly shorts: readonly Money[];
  readonly items: readonly Item[];
}

/** A file as it was read when it was chosen: the same bytes are previewed and sent. */
interface Chosen {
  readonly name: string;
  readonly bytes: Blob;
}

const path = '/v1/payout-batches';
const bytesMax = 2 * 1024 * 1024;
const types: Readonly<Record<string, string>> = { csv: 'text/csv', xml: 'application/xml' };
const none: Counts = { total: 0, created: 0, in_review: 0, failed: 0, refused: 0 };

async function preview({ bytes }: Chosen): Promise<Preview> {
  const answer = (await (await rest('POST', `${path}/preview`, { body: bytes })).json()) as Answer;
  const { refusal, summary: counts = none, totals = [], short = [], items = [], warnings } = answer;
  if (refusal) throw new Refused(refusal.code, refusal.message);
  return {
    outcome: payable(counts) === 0 ? 'failed' : 'created',
    refusal: null,
    short: null,
    warnings: warnings ?? null,
    counts,
    totals: totals.map(({ currency, requested }) => ({ currency, amount: requested })),
    shorts: short,
    items,
  };
}

async function create({ bytes }: Chosen, key: string): Promise<{ readonly id: string }> {
  return (await rest('POST', path, { body: bytes, key })).json() as Promise<{ readonly id: string }>;
}

const payable = (counts: Counts): number => counts.created + counts.in_review;
const many = (count: number): string => `${count} ${count === 1 ? 'payout' : 'payouts'}`;

/** Pays from a file: choose it, check what it would do, confirm. */
export function NewBatch(): ReactNode {
  const writes = mayWrite(useMe());
  return (
    <>
      <header className="head">
        <h1>Pay from a file</h1>
      </header>
      {writes ? <TwoSteps /> : <Empty>Your role can read payments. Ask an owner or admin to pay.</Empty>}
    </>
  );
}

function TwoSteps() {
  const steps = useStepsBy<Chosen, Preview>({ name: 'createPayoutBatch', preview, create });
  const { seen } = steps;
  return (
    <>
      <div className="stack" hidden={seen !== undefined}>
        <Choose steps={steps} />
        <Templates />
      </div>
      <Confirm steps={steps} title="Check and confirm" act={seen && <Act preview={seen.preview} />}>
        {seen && <Contents name={seen.input.name} preview={seen.preview} />}
      </Confirm>
    </>
  );
}

function Act({ preview: { counts, totals } }: { readonly preview: Preview }) {
  const paid = payable(counts);
  if (paid < counts.total) return `Pay ${paid} of ${many(counts.total)}`;
  return (
    <>
      Pay <Amounts all={totals} /> in {many(paid)}
    </>
  );
}

const Amounts = ({ all }: { readonly all: readonly Money[] }) =>
  all.map((each, at) => (
    <span key={each.currency}>
      {at > 0 && ' and '}
      <Amount {...each} />
    </span>
  ));

/** What the file would do, then each item that would not be paid. */
function Contents({ name, preview }: { readonly name: string; readonly preview: Preview }) {
  const { counts, totals, shorts, items } = preview;
  const refused = items.filter((each) => each.refusal);
  const warnings = Map.groupBy(
    items.flatMap((each) => each.warnings ?? []),
    (each) => each,
  );
  return (
    <>
      <dl className="facts">
        <Fact name="File">{name}</Fact>
        <Fact name="Amounts in the file">
          <Amounts all={totals} />
        </Fact>
        <Fact name="To be sent">{many(counts.created)}</Fact>
        {counts.in_review > 0 && <Fact name="Reviewed by us first">{many(counts.in_review)}</Fact>}
        {counts.failed > 0 && <Fact name="Fail: balance too low">{many(counts.failed)}</Fact>}
        {counts.refused > 0 && <Fact name="Refused">{many(counts.refused)}</Fact>}
      </dl>
      {shorts.length > 0 && (
        <p className="failed">
          <strong>
            <Amounts all={shorts} /> is missing from your balance.
          </strong>{' '}
          Add money first, or {many(counts.failed)} will fail.
        </p>
      )}
      {[...warnings].map(([word, all]) => (
        <p className="note" key={word}>
          {many(all.length)}: {warningWords[word] ?? word.replaceAll('_', ' ')}
        </p>
      ))}
      {refused.length > 0 && <RefusedItems items={refused} />}
    </>
  );
}

/** A refusal in a file begins with its place. */
function splitPosition(message: string): readonly [position: string, reason: string] {
  const at = message.indexOf(': ');
  return at === -1 ? ['', message] : [message.slice(0, at), message.slice(at + 2)];
}

function RefusedItems({ items }: { readonly items: readonly Item[] }) {
  return (
    <section aria-labelledby="refused">
      <h3 id="refused">Refused, not paid</h3>
      <Wide>
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Reference</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ index, reference, refusal }) => {
              const [position, reason] = splitPosition(refusal?.message ?? '');
              return (
                <tr key={index}>
                  <td data-label="Place" className="prose">
                    {position}
                  </td>
                  <td data-label="Reference">{reference ?? '–'}</td>
                  <td data-label="Reason" className="prose">
                    {reason}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Wide>
    </section>
  );
}

/** Reads a file, or says why it cannot be sent. */
async function read(file: File | undefined): Promise<Chosen | string> {
  const type = types[file?.name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (!file || type === undefined) return 'Choose a file that ends in .csv or .xml.';
  if (file.size > bytesMax)
    return 'The file is larger than 2 MiB. Split it into files of at most 1,000 payouts.';
  try {
    return { name: file.name, bytes: new Blob([await file.arrayBuffer()], { type }) };
  } catch {
    return 'The file changed after you chose it. Choose it again.';
  }
}

function Choose({ steps }: { readonly steps: Steps<Chosen, Preview> }) {
  const id = useId();
  const [fault, setFault] = useState('');
  const { error, isBusy, look } = steps;
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('file') as HTMLInputElement;
    const chosen = await read(field.files?.[0]);
    setFault(typeof chosen === 'string' ? chosen : '');
    if (typeof chosen === 'object') await look(chosen);
  };
  const drop = (event: DragEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('file') as HTMLInputElement;
    if (event.dataTransfer.files.length > 0) field.files = event.dataTransfer.files;
  };
  const [first = '', others] = (fault || error?.message || '').split(' Also wrong: ');
  return (
    <form
      className="card places"
      onSubmit={(event) => void submit(event)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className="argument drop">
        <label htmlFor={id}>CSV or pain.001 file</label>
        <input
          id={id}
          name="file"
          type="file"
          accept=".csv,.xml,text/csv,application/xml"
          required
          aria-describedby={`${id}-hint`}
        />
        <small id={`${id}-hint`}>
          Choose a file or drop it here: up to 1,000 payouts and 2 MiB. Nothing is paid before you confirm.
        </small>
      </div>
      {first !== '' && (
        <div className="failed" role="alert">
          <strong>Nothing was paid.</strong>
          <p>{first}</p>
          {others !== undefined && <p>Also wrong: {others}</p>}
        </div>
      )}
      <button type="submit" className="main" disabled={isBusy}>
        {isBusy ? 'Checking…' : 'Check the file'}
      </button>
    </form>
  );
}

interface Way {
  readonly product: string;
  readonly method: string;
  readonly currency: string;
  readonly available: boolean;
}

const document =
  'query ($accountId: ID!) { capabilities(accountId: $accountId) { product method currency available } }';

function Templates() {
  const { account } = useMe();
  const query = useAsk<{ capabilities: readonly Way[] }>(document, { accountId: account.id });
  return (
    <section className="card" aria-labelledby="templates">
      <h2 id="templates">Templates</h2>
      <p className="note">
        A CSV file with the columns of one payment method and a row of examples. One file may have rows of
        several methods.
      </p>
      <Loaded query={query}>
        {({ capabilities }) => (
          <Template
            ways={capabilities.filter(({ product, available }) => product === 'payout' && available)}
          />
        )}
      </Loaded>
    </section>
  );
}

function Template({ ways }: { readonly ways: readonly Way[] }) {
  const [error, setError] = useState<Refused>();
  const options = new Map(
    ways.map(({ method, currency }) => [
      new URLSearchParams({ method, currency }).toString(),
      `${currency} by ${spaced(method)}`,
    ]),
  );
  const download = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const query = filledIn(event.currentTarget)['way'] ?? '';
    const parameters = new URLSearchParams(query);
    setError(undefined);
    rest('GET', `${path}/template?${query}`).then(
      async (response) =>
        saveAs(
          await response.blob(),
          `payouts_${parameters.get('method')}_${parameters.get('currency')}.csv`,
        ),
      (fault: unknown) => setError(refusalOf(fault)),
    );
  };
  return (
    <form className="places" onSubmit={download}>
      <Picker name="way" label="Payment method" options={[...options]} />
      <Fault error={error} />
      <button type="submit">Download the template</button>
    </form>
  );
}
