import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { AccountPicker } from './account-picker.js';
import { useAsk, refusalOf } from './ask.js';
import { catalogue } from './catalogue.js';
import { useToday } from './clock.js';
import { send } from './client.js';
import { cell } from './csv.js';
import { codeText } from './field-value.js';
import { Amount, Copy, Empty, Loaded } from './part.js';
import { textOf } from './text.js';
import { Value } from './value.js';
import { Title } from './title.js';
import { fieldLabel, stateText } from './words/label.js';
import { words } from './words/speech.js';

interface Page {
  readonly report: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly (string | null)[])[];
    readonly hasNextPage: boolean;
    readonly endCursor: string | null;
    readonly asOf: string;
  };
}

const document = `query ($accountId: ID!, $name: ReportName!, $from: DateTime!, $to: DateTime!, $currency: String, $first: Int!, $after: String) {
  report(accountId: $accountId, name: $name, from: $from, to: $to, currency: $currency, first: $first, after: $after) {
    columns rows hasNextPage endCursor asOf } }`;

const day8 = (time: string): string => time.slice(0, 10).replaceAll('-', '');
const daysBefore = (today: string, days: number): string =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

/** The period of the search, by default the last month of business time. */
function usePeriod({ from, to }: { readonly from?: string; readonly to?: string }) {
  const today = useToday();
  return { from: from ?? daysBefore(today, 31), to: to ?? daysBefore(today, -1) };
}

interface ReportsProps {
  /** The only account. */
  readonly of?: string;
  /** Stands between title and reports. */
  readonly lead?: ReactNode;
}

/** A report of an account: its first rows, and a file of all rows with its digest. */
export function Reports({ of = '', lead }: ReportsProps = {}) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { accountId = of, name = 'transactions', currency = '' } = search;
  const { from, to } = usePeriod(search);
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(
      ([field, value]) => [field, textOf(value).trim()] as const,
    );
    void navigate({ to: '.', search: Object.fromEntries(entries.filter(([, value]) => value !== '')) });
  };
  return (
    <>
      <Title>{of === '' ? words.book.reports : words.frame.reports}</Title>
      {lead}
      <form className="line" onSubmit={apply} key={JSON.stringify([search, from, to])}>
        {of === '' && (
          <label>
            Account <AccountPicker value={accountId} none="Choose" isRequired />
          </label>
        )}
        <NamePicker name={name} />
        <label>
          {words.book.from} <input name="from" type="date" required defaultValue={from} />
        </label>
        <label>
          {words.book.to} <input name="to" type="date" required defaultValue={to} />
        </label>
        <label>
          {words.book.currency}{' '}
          <input
            name="currency"
            defaultValue={currency}
            placeholder={words.book.all}
            size={6}
            autoComplete="off"
          />
        </label>
        <button type="submit" className="main">
          {words.book.show}
        </button>
      </form>
      <p className="note">{catalogue.enums['ReportName']?.[name]}</p>
      {accountId === '' ? (
        <Empty>Choose an account.</Empty>
      ) : (
        <Rows
          asking={{
            accountId,
            name,
            from: `${from}T00:00:00Z`,
            to: `${to}T00:00:00Z`,
            ...(currency && { currency }),
          }}
        />
      )}
    </>
  );
}

const NamePicker = ({ name }: { readonly name: string }) => (
  <label>
    {words.book.report}{' '}
    <select name="name" defaultValue={name}>
      {Object.keys(catalogue.enums['ReportName'] ?? {}).map((each) => (
        <option key={each} value={each}>
          {stateText(each, 'ReportName')}
        </option>
      ))}
    </select>
  </label>
);

interface Asking {
  readonly accountId: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Columns of amounts and counts only. */
const figuresOf = ({ columns, rows }: Page['report']): ReadonlySet<string> =>
  new Set(columns.filter((_name, at) => rows.every((row) => /^(-?\d+(\.\d+)?)?$/.test(row[at] ?? ''))));

function Rows({ asking }: { readonly asking: Asking }) {
  const query = useAsk<Page>(document, { ...asking, first: 50 });
  const figures = query.loaded ? figuresOf(query.loaded.data.report) : new Set<string>();
  return (
    <Loaded query={query}>
      {({ report }) => (
        <>
          <Download asking={asking} />
          {report.rows.length === 0 ? (
            <Empty>{words.book.nothing}</Empty>
          ) : (
            <div className="wide" tabIndex={0} role="group" aria-label={words.book.rows}>
              <table className="rows">
                <thead>
                  <tr>
                    {report.columns.map((each) => (
                      <th key={each} scope="col" className={figures.has(each) ? 'figure' : undefined}>
                        {fieldLabel(each)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {report.rows.map((row, at) => (
                    <tr key={at}>
                      {row.map((cell, index) => (
                        <ReportCell
                          key={index}
                          column={report.columns[index] ?? ''}
                          isFigure={figures.has(report.columns[index] ?? '')}
                          cell={cell}
                        />
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {report.hasNextPage && <p className="note">{words.book.first50}</p>}
        </>
      )}
    </Loaded>
  );
}

interface ReportCellProps {
  readonly column: string;
  readonly isFigure: boolean;
  readonly cell: string | null;
}

const ReportCell = ({ column, isFigure, cell }: ReportCellProps) => (
  <td data-label={fieldLabel(column)} className={isFigure ? 'figure' : undefined}>
    {isFigure && cell ? (
      <Amount amount={cell} />
    ) : (
      <Value
        value={cell === null ? null : codeText(column, cell)}
        type={column.endsWith('_at') ? 'DateTime' : 'String'}
      />
    )}
  </td>
);

interface File {
  readonly name: string;
  readonly rows: number;
  /** As REST returns it at the end of the same file. */
  readonly digest: string;
  readonly url: string;
}

/** The browser builds the file from all pages; it gets its name only once it is complete. */
function Download({ asking }: { readonly asking: Asking }) {
  const [file, setFile] = useState<File>();
  const [rows, setRows] = useState<number>();
  const [error, setError] = useState('');
  const make = async (): Promise<void> => {
    const lines: string[] = [];
    let after: string | null | undefined;
    for (let isWhole = false; !isWhole;) {
      const { data }: { data: Page } = await send<Page>(document, {
        ...asking,
        first: 100,
        ...(after && { after }),
      });
      if (lines.length === 0) lines.push(data.report.columns.map(cell).join(','));
      for (const each of data.report.rows) lines.push(each.map(cell).join(','));
      after = data.report.endCursor;
      isWhole = !data.report.hasNextPage;
      setRows(lines.length - 1);
    }
    const bytes = new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join(''));
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const digest = `sha-256=:${btoa(String.fromCodePoint(...hash))}:`;
    const url = URL.createObjectURL(new Blob([bytes], { type: 'text/csv' }));
    const { name, from, to } = asking;
    setFile({
      name: `${[name, day8(from), day8(to)].join('_')}.csv`,
      rows: lines.length - 1,
      digest,
      url,
    });
  };
  const begin = (): void => {
    setError('');
    setRows(0);
    make().catch((fault: unknown) => {
      setRows(undefined);
      setError(refusalOf(fault).message);
    });
  };
  if (file) return <Made file={file} />;
  return (
    <p>
      <button type="button" disabled={rows !== undefined} onClick={begin}>
        {rows === undefined ? words.book.createCsv : words.book.rowsSoFar(rows)}
      </button>{' '}
      {error !== '' && (
        <span className="failed" role="alert">
          {words.book.notCreated(error)}
        </span>
      )}
    </p>
  );
}

const Made = ({ file }: { readonly file: File }) => (
  <p className="passed" role="status">
    <a href={file.url} download={file.name}>
      {words.book.save(file.name)}
    </a>{' '}
    ({words.book.rowsIn(file.rows)}) · Repr-Digest <Copy text={file.digest} />
  </p>
);
