import { useMemo, useState, type ReactNode } from 'react';
import { catalogue, spaced } from './catalogue.js';
import { columnsOf } from './noun.js';
import { Empty, Id, Value } from './part.js';
import { textOf } from './text.js';

type Row = Readonly<Record<string, unknown>>;

/** A table that is wider than its place is moved by itself, and the page is not. */
export const Wide = ({ children }: { readonly children: ReactNode }) => (
  <div className="wide" tabIndex={0} role="group" aria-label="Table">
    {children}
  </div>
);

/** Rows under their columns; on a narrow screen each row is a card. */
export function Table({
  rows,
  type,
  columns,
}: {
  readonly rows: readonly Row[];
  readonly type: string;
  readonly columns?: readonly string[];
}) {
  const names = columns ?? columnsOf(type);
  const fields = catalogue.types[type] ?? {};
  return (
    <Wide>
      <table className="rows">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" title={fields[name]?.words}>
                {spaced(name.replace(/Id$/, ''))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={textOf(row['id'] ?? at)}>
              {names.map((name) => (
                <td key={name} data-label={spaced(name.replace(/Id$/, ''))}>
                  {name === 'id' ? (
                    <Id id={textOf(row[name])} />
                  ) : (
                    <Value value={row[name]} type={fields[name]?.type ?? 'String'} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

const idOf = (row: Row): string => textOf(row['id']);

/**
 * Rows that stay where they are while others come: known rows change in place, and new ones wait above until they are
 * asked for. `key` names the list: another one begins anew.
 */
export function useSettled<R extends Row>(rows: readonly R[] | undefined, key: string) {
  const [settled, setSettled] = useState<{ key: string; order: readonly string[] }>();
  const known = useMemo(() => new Map((rows ?? []).map((row) => [idOf(row), row] as const)), [rows]);
  const [kept, setKept] = useState<ReadonlyMap<string, R>>(new Map());
  const isFirst = rows !== undefined && (settled?.key !== key || settled.order.length === 0);
  if (isFirst && rows.length > 0) {
    setSettled({ key, order: rows.map(idOf) });
    setKept(known);
  }
  const order = settled?.key === key ? settled.order : [];
  const there = new Set(order);
  const fresh = (rows ?? []).filter((row) => !there.has(idOf(row)));
  const gone = rows === undefined ? [] : order.filter((id) => !known.has(id));
  return {
    rows: order.map((id) => known.get(id) ?? kept.get(id)).filter((row) => row !== undefined),
    gone: new Set(gone),
    waiting: isFirst ? 0 : fresh.length,
    settle: () => {
      setSettled({ key, order: (rows ?? []).map(idOf) });
      setKept(known);
    },
  };
}

/** The rows of one list that belongs to something. */
export function Related({
  rows,
  type,
  of,
}: {
  readonly rows: readonly Row[];
  readonly type: string;
  readonly of: string;
}) {
  if (rows.length === 0) return <Empty>None.</Empty>;
  const columns = columnsOf(type).filter((name) => name !== of && name !== 'accountId');
  return (
    <>
      <Table rows={rows} type={type} columns={columns} />
      {rows.length === 25 && <p className="note">The newest 25.</p>}
    </>
  );
}
