import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { columnsOf } from './noun.js';
import { Empty } from './part.js';
import { textOf } from './text.js';
import { isNothing, Table } from './value.js';
import { words } from './words/speech.js';

type Row = Readonly<Record<string, unknown>>;

const idOf = (row: Row): string => textOf(row['id']);

/**
 * Rows that keep their places: known rows update in place, and new ones wait above until they are requested. `key`
 * identifies the list; another key starts over.
 */
export function useSettled<R extends Row>(rows: readonly R[] | undefined, key: string) {
  const [settled, setSettled] = useState<{ key: string; order: readonly string[] }>();
  const known = useMemo(() => new Map((rows ?? []).map((row) => [idOf(row), row] as const)), [rows]);
  const [selected, setSelected] = useState<ReadonlyMap<string, R>>(new Map());
  const isFirst = rows !== undefined && (settled?.key !== key || settled.order.length === 0);
  if (isFirst && rows.length > 0) {
    setSettled({ key, order: rows.map(idOf) });
    setSelected(known);
  }
  const order = settled?.key === key ? settled.order : [];
  const there = new Set(order);
  const fresh = (rows ?? []).filter((row) => !there.has(idOf(row)));
  const gone = rows === undefined ? [] : order.filter((id) => !known.has(id));
  return {
    rows: order.map((id) => known.get(id) ?? selected.get(id)).filter((row) => row !== undefined),
    gone: new Set(gone),
    waiting: isFirst ? 0 : fresh.length,
    settle: () => {
      setSettled({ key, order: (rows ?? []).map(idOf) });
      setSelected(known);
    },
  };
}

export interface ListPage {
  readonly path: string;
  readonly search: Readonly<Record<string, string>>;
}

/** The rows of a list that belongs to an object. */
export function Related({
  at,
  rows,
  type,
  of,
}: {
  readonly rows: readonly Row[];
  readonly type: string;
  readonly of: string;
  /** Link to the whole list. */
  readonly at?: ListPage | undefined;
}) {
  if (rows.length === 0) return <Empty>{words.list.none}</Empty>;
  const isOwner = (name: string): boolean => name !== 'id' && of.toLowerCase().endsWith(name.toLowerCase());
  const columns = columnsOf(type).filter(
    (name) => !isOwner(name) && name !== 'accountId' && rows.some((row) => !isNothing(row[name])),
  );
  return (
    <>
      <Table rows={rows} type={type} columns={columns} />
      {rows.length === 25 && (
        <p className="note">
          {words.list.first25}{' '}
          {at && (
            <Link to="/l/$path" params={{ path: at.path }} search={at.search}>
              {words.list.showAll}
            </Link>
          )}
        </p>
      )}
    </>
  );
}
