import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { bare, catalogue, isList } from './catalogue.js';
import { ChooseAll, ChooseOne, type Choosing } from './choosing.js';
import { namedBy, namedIn } from './concern.js';
import { amounts, isAmountField, isLookedUp, isMoot, rankOf, valueIn } from './field-value.js';
import { heldBy } from './held.js';
import { columnsOf, idShape, isEntity, nounOfId } from './noun.js';
import { Actor, Amount, Badge, Id, Named, None, Since, Time } from './part.js';
import { Sides } from './side.js';
import { PartsOfTotal, sideOf, Standings } from './total.js';
import { textOf } from './text.js';
import { fieldLabel, stateText, within } from './words/label.js';
import { words } from './words/speech.js';

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Any value of an answer, by its schema type. */
export function Value({ value, type }: { readonly value: unknown; readonly type: string }): ReactNode {
  if (isNothing(value)) return <None />;
  const name = bare(type);
  if (Array.isArray(value)) return <Values values={value} type={name} />;
  if (name === 'DateTime') return <Time at={textOf(value)} />;
  if (name === 'Boolean') return value === true ? words.part.yes : words.part.no;
  if (name === 'ID' || (typeof value === 'string' && idShape.test(value))) return <Id id={textOf(value)} />;
  if (catalogue.enums[name]) return <Word word={textOf(value)} type={name} />;
  if (isRow(value)) return single(value, name) ?? <Facts row={value} type={name} />;
  if (typeof value === 'object') return JSON.stringify(value);
  const text = textOf(value);
  if (text.startsWith('member mem_')) return <Actor name={text} />;
  if (isDocument(text))
    return (
      <pre className="json" tabIndex={0}>
        {text}
      </pre>
    );
  if (/^[^ ]{33,}$/.test(text)) return <span className="long">{text}</span>;
  return text.length > 24 && text.includes(' ') ? <span className="prose">{text}</span> : text;
}

/** Whether a text is a JSON document, shown unchanged. */
const isDocument = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 80 && value.startsWith('{"');

/** States have colours; other enum values are text. */
const Word = ({ word, type }: { readonly word: string; readonly type: string }) =>
  /Status|State|Sending|RequestOutcome/.test(type) ? (
    <Badge word={word} type={type} />
  ) : (
    <span title={catalogue.enums[type]?.[word] || undefined}>{stateText(word, type)}</span>
  );

function Values({ values, type }: { readonly values: readonly unknown[]; readonly type: string }) {
  const rows = values.filter(isRow);
  if (type === 'JournalEntry') return <Sides sides={rows.map(sideOf)} />;
  if (rows.length > 0) return <Table rows={rows} type={type} columns={filled(rows)} />;
  return (
    <span className="several">
      {values.map((each, at) => (
        <span key={at}>
          <Value value={each} type={type} />
        </span>
      ))}
    </span>
  );
}

/** The columns with a value in some row, by importance. A currency is shown with its amounts. */
function filled(rows: readonly Row[]): readonly string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (name) => name !== '__typename' && rows.some((row) => !isNothing(row[name]) && !isMoot(row, name)),
  );
  const shown = names.some((name) => amounts.test(name))
    ? names.filter((name) => name !== 'currency')
    : names;
  return shown.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** An object that reads as one value; undefined if it needs its own fields. */
function single(value: Row, type: string): ReactNode {
  const { amount, currency, total, id } = value;
  const names = Object.keys(value);
  const isMoneyAlone = names.every((name) => /^(__typename|amount|currency)$/.test(name));
  if (typeof amount === 'string' && typeof currency === 'string' && isMoneyAlone)
    return <Amount amount={amount} currency={currency} />;
  if (type === 'Source' && typeof total === 'string')
    return <Amount amount={total} currency={textOf(currency)} />;
  if (type === 'BankReference')
    return (
      <span>
        {textOf(value['value'])} <small>{stateText(textOf(value['kind']))}</small>
      </span>
    );
  if (type === 'BatchSummary') return <Standings counts={value} />;
  const called = (isEntity(type) || isUnion(type)) && names.length <= 6 ? namedIn(value) : undefined;
  if (called && called.id !== '') return <Named {...called} />;
  if (type !== '' && catalogue.types[type] === undefined) return <NamedFacts value={value} />;
  if (type !== '' && typeof id === 'string' && names.length <= 2) return <Id id={id} />;
  return undefined;
}

const isUnion = (type: string): boolean => catalogue.unions[bare(type)] !== undefined;

const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);

/** A text that is longer than this has a line of its own. */
const longText = 100;
const classOfText = (value: unknown): string | undefined =>
  textOf(value).length > longText ? 'whole' : undefined;

/** The type that a JSON object would have in the schema, if it is an amount. */
const amountTypeOf = (value: unknown): string => {
  if (!isRow(value) || value['currency'] === undefined) return '';
  return value['total'] === undefined ? 'Money' : 'Source';
};

/** Fields with names chosen by others. */
const NamedFacts = ({ value }: { readonly value: Row }) => (
  <dl className="facts given">
    {Object.entries(value).map(([name, each]) => (
      <div key={name} className={classOfText(each)}>
        <dt>{fieldLabel(name, amountTypeOf(each))}</dt>
        <dd>
          {isRow(each) ? (
            (single(each, '') ?? <NamedFacts value={each} />)
          ) : (
            <Value
              value={valueIn(value, { name, type: typeof each === 'string' ? 'String' : 'JSON' }, each)}
              type={isTime(each) ? 'DateTime' : 'String'}
            />
          )}
        </dd>
      </div>
    ))}
  </dl>
);

interface FactProps {
  readonly row: Row;
  readonly name: string;
  readonly type: string;
}

function Fact({ row, name, type }: FactProps) {
  const text = valueIn(row, { name, type }, row[name]);
  return (
    <>
      <Value value={text} type={type} />
      {bare(type) === 'Source' && isRow(text) && <PartsOfTotal source={text} />}
      {isLookedUp(name) && text !== row[name] && (
        <>
          {' '}
          <code>{textOf(row[name])}</code>
        </>
      )}
    </>
  );
}

/** The fields of an object with their descriptions: short ones first, then the unset ones by name, then objects. */
export function Facts({ row, type }: { readonly row: Row; readonly type: string }) {
  const fields = catalogue.types[type] ?? {};
  const typeOf = (name: string): string => fields[name]?.type ?? 'String';
  const entries = Object.entries(row)
    .filter(
      ([name, value]) =>
        name !== '__typename' &&
        value !== undefined &&
        namedBy(row, name) === undefined &&
        !isMoot(row, name),
    )
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b));
  const unset = entries.filter(([, value]) => isNothing(value));
  const hasParts = ([name, value]: readonly [string, unknown]): boolean =>
    isDocument(value) ||
    (isRow(value)
      ? single(value, bare(typeOf(name))) === undefined ||
        (catalogue.types[bare(typeOf(name))] === undefined && !isUnion(typeOf(name)))
      : Array.isArray(value) && value.some(isRow));
  const set = entries.filter(([, value]) => !isNothing(value));
  const whole = set.filter(hasParts);
  return (
    <>
      <dl className="facts">
        {set
          .filter((each) => !hasParts(each))
          .map(([name, value]) => (
            <div key={name} className={classOfText(value)}>
              <dt title={fields[name]?.words}>{fieldLabel(name, typeOf(name))}</dt>
              <dd>
                <Fact row={row} name={name} type={typeOf(name)} />
              </dd>
            </div>
          ))}
      </dl>
      {unset.length > 0 && (
        <p className="note unset">
          {words.list.emptyFields(
            [...new Set(unset.map(([name]) => within(fieldLabel(name, typeOf(name)))))].join(', '),
          )}
        </p>
      )}
      {whole.map(([name, value]) => (
        <div className="block" key={name}>
          <h3 title={fields[name]?.words}>{fieldLabel(name, typeOf(name))}</h3>
          {name.endsWith('Body') ? (
            <pre className="json" tabIndex={0}>
              {JSON.stringify(value, null, 2)}
            </pre>
          ) : (
            <Value value={value} type={isList(typeOf(name)) ? bare(typeOf(name)) : typeOf(name)} />
          )}
        </div>
      ))}
    </>
  );
}

/** A wide table scrolls on its own, without scrolling the page. */
export const Wide = ({ children }: { readonly children: ReactNode }) => (
  <div className="wide" tabIndex={0} role="group" aria-label={words.list.table}>
    {children}
  </div>
);

/** Whether a column has figures, which are right-aligned. */
const isFigure = (type: string): boolean => /^(Money|Source|Int|Float)$/.test(bare(type));

/** Rows under their columns; on a narrow screen each row is a card. */
export function Table({
  rows,
  type,
  columns,
  acts,
  choosing,
}: {
  readonly rows: readonly Row[];
  readonly type: string;
  readonly columns?: readonly string[];
  /** The acts of a row. */
  readonly acts?: ((row: Row) => ReactNode) | undefined;
  /** Boxes by which rows are chosen. */
  readonly choosing?: Choosing | undefined;
}) {
  const names = columns ?? columnsOf(type);
  const fields = catalogue.types[type] ?? {};
  const typeOf = (name: string): string => fields[name]?.type ?? 'String';
  const classOf = (name: string): string | undefined =>
    isFigure(typeOf(name)) || (isAmountField(name) && bare(typeOf(name)) === 'String') ? 'figure' : undefined;
  return (
    <Wide>
      <table className="rows">
        <thead>
          <tr>
            {choosing && <ChooseAll choosing={choosing} ids={rows.map((row) => textOf(row['id']))} />}
            {names.map((name) => (
              <th key={name} scope="col" title={fields[name]?.words} className={classOf(name)}>
                {fieldLabel(name, typeOf(name))}
              </th>
            ))}
            {acts && <th scope="col">{words.list.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={textOf(row['id'] ?? at)}>
              {choosing && <ChooseOne choosing={choosing} row={row} />}
              {names.map((name, column) => (
                <td key={name} data-label={fieldLabel(name, typeOf(name))} className={classOf(name)}>
                  <Cell row={row} name={name} type={typeOf(name)} isFirst={column === 0} />
                </td>
              ))}
              {acts && (
                <td data-label={words.list.actions} className="acts">
                  {acts(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

interface CellProps extends FactProps {
  readonly isFirst: boolean;
}

/** The first cell opens the row's page, unless it leads elsewhere. */
function Cell({ row, name, type, isFirst }: CellProps) {
  const value = row[name];
  const named = namedBy(row, name);
  if (named) return <Named {...named} />;
  if (name === 'id') return <Id id={textOf(value)} isBare />;
  if (isMoot(row, name)) return <None />;
  // Machine time has no age in business time.
  if (bare(type) === 'DateTime' && typeof value === 'string' && name !== 'sendBy')
    return <Since at={value} isNext={name === 'nextAttemptAt'} />;
  const text = valueIn(row, { name, type }, value);
  if (isLookedUp(name) && typeof text === 'string')
    return (
      <span className="prose" title={textOf(value)}>
        {text}
      </span>
    );
  const held = name === 'status' ? heldBy(row) : undefined;
  const content = (
    <>
      <Value value={text} type={type} />
      {held && (
        <>
          {' '}
          <Badge word={held} />
        </>
      )}
    </>
  );
  const id = textOf(row['id']);
  if (!isFirst || isNothing(value) || idShape.test(textOf(value)) || !nounOfId(id)?.one) return content;
  return (
    <Link to="/o/$id" params={{ id }} title={id}>
      {content}
    </Link>
  );
}
