import { changed, decide, type Decision } from '../domain/decision.js';
import { tracedBy, type BankReference, type Traced } from '../domain/noun/bank-reference.js';
import { note } from '../domain/operation.js';
import type { Ports } from '../ports/ports.js';
import type { StatementLine } from '../ports/statement.js';
import type { Tx } from '../ports/store.js';

/** Statement lines whose references are compared in one transaction. */
const atOnce = 100;

/**
 * Stores the bank references of statement lines; the last one reported counts. Lines about unknown operations are
 * ignored here: the comparison of the statement raises them.
 */
export async function takeTraces(
  { store, operations }: Pick<Ports, 'store' | 'operations'>,
  lines: readonly StatementLine[],
): Promise<void> {
  const traces = new Map(
    lines.flatMap(({ reference, trace }) => (trace === undefined ? [] : [[reference, trace] as const])),
  );
  const names = [...traces.keys()];
  for (let from = 0; from < names.length; from += atOnce) {
    const some = names.slice(from, from + atOnce);
    await store.transaction(async (tx) => {
      const kinds = [...operations.values()].map(({ spec }) => takeOf(tx, spec, { some, traces }));
      const decisions = await Promise.all([...kinds, takePayins(tx, { some, traces })]);
      await tx.record(decisions.flat());
    });
  }
}

interface ReportedTraces {
  readonly some: readonly string[];
  readonly traces: ReadonlyMap<string, BankReference>;
}

const isNews = (row: Traced, trace: BankReference | undefined): boolean => tracedBy(row, trace) !== row;

type Spec = Parameters<typeof note>[0]['spec'];

async function takeOf(tx: Tx, spec: Spec, { some, traces }: ReportedTraces): Promise<Decision[]> {
  const found = await tx.find(spec.kind, { reference: some });
  const news = found.filter((row) => isNews(row, traces.get(row.reference)));
  if (news.length === 0) return [];
  const rows = await tx.lock(
    spec.kind,
    news.map(({ id }) => id),
  );
  return rows
    .filter((row) => isNews(row, traces.get(row.reference)))
    .map((row) => note({ spec, row: tracedBy(row, traces.get(row.reference)) }, {}));
}

async function takePayins(tx: Tx, { some, traces }: ReportedTraces): Promise<Decision[]> {
  const traceOf = ({ paymentReference }: { readonly paymentReference: string | null }) =>
    paymentReference === null ? undefined : traces.get(paymentReference);
  const found = await tx.find('payin', { paymentReference: some });
  const news = found.filter((row) => isNews(row, traceOf(row)));
  if (news.length === 0) return [];
  const rows = await tx.lock(
    'payin',
    news.map(({ id }) => id),
  );
  return rows
    .filter((row) => isNews(row, traceOf(row)))
    .map((row) => decide({ changes: [changed('payin', tracedBy(row, traceOf(row)))] }));
}
