import { useId, useState, type DragEvent, type FormEvent, type ReactNode } from 'react';
import { refusalOf, useAsk } from '../ask.js';
import { Refused, rest } from '../client.js';
import { Amount, Empty, Loaded } from '../part.js';
import { Wide } from '../value.js';
import { methodLabel } from '../words/label.js';
import { refusalText } from '../words/refusal.js';
import { Title } from '../title.js';
import { words } from '../words/speech.js';
import { Confirm, warningText } from './confirm.js';
import { Picker, filledIn } from './field.js';
import { alsoHead, faultText, placeText, splitPosition } from './file-fault.js';
import { mayWrite, useMe } from './me.js';
import { Fact } from './pay.js';
import type { Money } from './payment.js';
import { saveAs } from '../csv.js';
import { Fault } from './rest-act.js';
import { useStepsBy, type Foreseen, type Refusal, type Steps } from './step.js';

interface Item {
  readonly index: number;
  readonly reference?: string;
  readonly outcome: Foreseen['outcome'];
  readonly refusal?: Refusal & { readonly param?: string };
  readonly warnings?: readonly string[];
}

/** The answer of POST /v1/payout-batches/preview. */
interface Answer {
  readonly refusal?: Refusal;
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
  if (refusal) throw new Refused(refusal.code, faultText(refusal));
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

/** Pays from a file: choose it, check what it would do, confirm. */
export function NewBatch(): ReactNode {
  const writes = mayWrite(useMe());
  return (
    <>
      <header className="head">
        <Title>{words.frame.payFromFile}</Title>
      </header>
      {writes ? <TwoSteps /> : <Empty>{words.pay.readOnly}</Empty>}
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
      <Confirm steps={steps} title={words.pay.check} act={seen && <Act preview={seen.preview} />}>
        {seen && <Contents name={seen.input.name} preview={seen.preview} />}
      </Confirm>
    </>
  );
}

function Act({ preview: { counts, totals } }: { readonly preview: Preview }) {
  const paid = payable(counts);
  return paid < counts.total
    ? words.pay.paySome(paid, counts.total)
    : words.pay.payAll(<Amounts all={totals} />, paid);
}

const Amounts = ({ all }: { readonly all: readonly Money[] }) =>
  all.map((each, at) => (
    <span key={each.currency}>
      {at > 0 && words.pay.and}
      <Amount {...each} />
    </span>
  ));

/** What the file would do, then each item that would not be paid. */
function Contents({ name, preview }: { readonly name: string; readonly preview: Preview }) {
  const { counts, totals, shorts, items } = preview;
  const many = words.pay.payouts;
  const refused = items.filter((each) => each.refusal);
  const warnings = Map.groupBy(
    items.flatMap((each) => each.warnings ?? []),
    (each) => each,
  );
  return (
    <>
      <dl className="facts">
        <Fact name={words.pay.file}>{name}</Fact>
        <Fact name={words.pay.amountsInFile}>
          <Amounts all={totals} />
        </Fact>
        <Fact name={words.pay.toBeSent}>{many(counts.created)}</Fact>
        {counts.in_review > 0 && <Fact name={words.pay.reviewedFirst}>{many(counts.in_review)}</Fact>}
        {counts.failed > 0 && <Fact name={words.pay.failLow}>{many(counts.failed)}</Fact>}
        {counts.refused > 0 && <Fact name={words.pay.refused}>{many(counts.refused)}</Fact>}
      </dl>
      {shorts.length > 0 && (
        <p className="failed">
          <strong>{words.pay.missing(<Amounts all={shorts} />)}</strong> {words.pay.addMoney(counts.failed)}
        </p>
      )}
      {[...warnings].map(([word, all]) => (
        <p className="note" key={word}>
          {many(all.length)}: {warningText(word)}
        </p>
      ))}
      {refused.length > 0 && <RefusedItems items={refused} />}
    </>
  );
}

function RefusedItems({ items }: { readonly items: readonly Item[] }) {
  return (
    <section aria-labelledby="refused">
      <h3 id="refused">{words.pay.refusedItems}</h3>
      <Wide>
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">{words.pay.place}</th>
              <th scope="col">{words.pay.reference}</th>
              <th scope="col">{words.pay.reason}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ index, reference, refusal }) => {
              const [position, reason] = splitPosition(refusal?.message ?? '');
              return (
                <tr key={index}>
                  <td data-label={words.pay.place} className="prose">
                    {placeText(position)}
                  </td>
                  <td data-label={words.pay.reference}>{reference ?? '–'}</td>
                  <td data-label={words.pay.reason} className="prose">
                    {refusalText(refusal?.code ?? '', reason, refusal?.param?.replace(/^line\[\d+\]\.?/, ''))}
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
  if (!file || type === undefined) return words.pay.wrongFile;
  if (file.size > bytesMax) return words.pay.largeFile;
  try {
    return { name: file.name, bytes: new Blob([await file.arrayBuffer()], { type }) };
  } catch {
    return words.pay.changedFile;
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
  const [first = '', others] = (fault || error?.message || '').split(alsoHead);
  return (
    <form
      className="card inputs"
      onSubmit={(event) => void submit(event)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className="argument drop">
        <label htmlFor={id}>{words.pay.chooseFile}</label>
        <input
          id={id}
          name="file"
          type="file"
          accept=".csv,.xml,text/csv,application/xml"
          required
          aria-describedby={`${id}-hint`}
        />
        <small id={`${id}-hint`}>{words.pay.fileHint}</small>
      </div>
      {first !== '' && (
        <div className="failed" role="alert">
          <strong>{words.pay.nothingPaid}</strong>
          <p>{first}</p>
          {others !== undefined && <p>{words.pay.alsoWrong(others)}</p>}
        </div>
      )}
      <button type="submit" className="main" disabled={isBusy}>
        {isBusy ? words.pay.checking : words.pay.checkFile}
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
      <h2 id="templates">{words.pay.templates}</h2>
      <p className="note">{words.pay.templatesNote}</p>
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
      words.pay.by(currency, methodLabel(method)),
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
    <form className="inputs" onSubmit={download}>
      <Picker name="way" label={words.pay.method} options={[...options]} />
      <Fault error={error} />
      <button type="submit">{words.pay.downloadTemplate}</button>
    </form>
  );
}
