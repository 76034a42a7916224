import { expect, test } from 'vitest';
import { act, type Operation, type OperationAction, type OperationSpec } from '../../src/domain/operation.js';
import { moment, summaryOf } from './payout-state.js';

interface FlowTable<T extends Operation, A extends OperationAction> {
  readonly spec: OperationSpec<T, A>;
  readonly rowIn: (status: T['status']) => T;
  /** The flow once more, by hand: where each action leads, as `status action`. No other pair may happen. */
  readonly steps: Readonly<Record<string, T['status']>>;
  /** What each action publishes and posts. */
  readonly effects: Readonly<Record<A, { readonly events: string[]; readonly moves: string[] }>>;
}

/** A test for each status and action of a kind of operation. */
export function testFlow<T extends Operation, A extends OperationAction>(table: FlowTable<T, A>): void {
  const { spec, rowIn, steps, effects } = table;
  const actions = Object.keys(effects) as A[];
  const pairs = Object.keys(spec.flow).flatMap((status) =>
    actions.map((action) => [status, action] as const),
  );
  test.each(pairs)('in %s: %s', (status, action) => {
    const next = steps[`${status} ${action}`];
    const decide = () => act(moment, { spec, row: rowIn(status) }, action);
    if (next === undefined) return expect(decide).toThrow(`no step ${action} from ${status}`);
    expect(summaryOf(decide())).toMatchObject(effects[action]);
    expect(decide().row.status).toBe(next);
  });
}
