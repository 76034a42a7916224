import { useMemo, useState, type FormEvent } from 'react';
import { argumentsOf, presetOf, type Row } from './act.js';
import { valueOf } from './form.js';
import type { Parts } from './sending.js';
import { faultsIn, focusInvalid, type Faults } from './wrong.js';

/** Members act for their own account and give no reason. */
const ofMember = 'asked for by a member';

/** A field of a form that had a value and was cleared is sent as null, which restores the default. */
function withCleared(usual: unknown, sent: unknown): unknown {
  if (!isFields(usual) || !isFields(sent)) return sent;
  const cleared = Object.keys(usual).filter((name) => sent[name] === undefined);
  return { ...sent, ...Object.fromEntries(cleared.map((name) => [name, null])) };
}

const isFields = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entered values over the initial ones. */
const entriesOver = (usual: Row, entered: Row): Row => ({
  ...usual,
  ...Object.fromEntries(
    Object.entries(entered).map(([name, value]) => {
      const initial = usual[name];
      return [name, isFields(initial) && isFields(value) ? { ...initial, ...value } : value];
    }),
  ),
});

/** The entered values, and the faults of the fields. */
export function useDraft(
  { asking: { row, preset }, act }: Parts,
  run: (values: Row, reason: string) => Promise<void>,
) {
  // The subject may be loaded after the form is open.
  const usual = useMemo(() => ({ ...presetOf(act, row), ...preset }), [act, row, preset]);
  const [changed, setEntered] = useState<Row>({});
  const entered = entriesOver(usual, changed);
  const [reason, setReason] = useState('');
  const [lacks, setLacks] = useState<Faults>({});
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = faultsIn(event.currentTarget);
    setLacks(found);
    if (Object.keys(found).length > 0) return focusInvalid(event.currentTarget);
    const values = argumentsOf(act, row).map(
      ([name, field]) =>
        [name, withCleared(usual[name], valueOf(field, entered[name] ?? field.usual))] as const,
    );
    void run(
      Object.fromEntries(values.filter(([, value]) => value !== undefined)),
      reason.trim() || ofMember,
    );
  };
  /** A missing field stops being a fault once it is filled in. */
  const look = (event: FormEvent<HTMLFormElement>): void => {
    if (Object.keys(lacks).length > 0) setLacks(faultsIn(event.currentTarget));
  };
  return { entered, setEntered, reason: [reason, setReason] as const, lacks, submit, look };
}
