import type { ReactNode } from 'react';
import { actsFor, type Row } from './act.js';
import { titleOf } from './act-words.js';
import { useAct } from './dialog.js';
import { heldBy } from './held.js';
import { Named, Time } from './part.js';
import { textOf } from './text.js';
import { useWho } from './who.js';
import { nounLabel } from './words/label.js';

interface HoldingProps {
  readonly row: Row;
  readonly again: () => void;
}

/** What a payment that does not move waits for, and how that is decided. */
export function Holding({ row, again }: HoldingProps): ReactNode {
  const held = heldBy(row);
  if (held === 'pending_approval')
    return (
      <p className="change">
        Held until members of the account approve it.{' '}
        <Named id={textOf(row['approvalId'])} name={nounLabel('Approval')} />
      </p>
    );
  if (held === 'in_review')
    return (
      <p className="change">
        Held until its risk review is decided. <Decide row={row} again={again} />
      </p>
    );
  return row['status'] === 'verification_pending' ? <Uncertain row={row} /> : null;
}

function Uncertain({ row }: { readonly row: Row }) {
  const next = (row['dispatch'] as Row | null | undefined)?.['nextStepAt'];
  return (
    <p className="change">
      The bank gave no clear answer. The amount stays reserved; the service asks again
      {typeof next === 'string' && (
        <>
          {' '}
          at <Time at={next} />
        </>
      )}
      . Record evidence only with proof from the bank.
    </p>
  );
}

/** Opens the form of the open decision, or leads to it. */
function Decide({ row, again }: HoldingProps) {
  const open = useAct();
  const act = actsFor('RiskDecision', useWho()).find(({ name }) => name === 'decideRisk');
  const id = textOf(row['riskDecisionId']);
  if (!act) return <Named id={id} name={nounLabel('RiskDecision')} />;
  const decision = { __typename: 'RiskDecision', id, accountId: row['accountId'], status: 'in_review' };
  return (
    <button type="button" onClick={() => open({ name: act.name, row: decision, done: again })}>
      {titleOf(act.name, decision)}
    </button>
  );
}
