import type { ReactNode } from 'react';
import { seenBy, whyNot, type Row } from './act.js';
import { changeOf, type About } from './act-words.js';
import { catalogue } from './catalogue.js';
import { payeeHistory } from './concern.js';
import { Amount, Badge, Id, Named, Since } from './part.js';
import { textOf } from './text.js';
import { Value } from './value.js';
import { fieldLabel, nounLabel, stateText } from './words/label.js';
import { words } from './words/speech.js';

type Fact = readonly [name: string, value: ReactNode];

const named = ({ id, name }: { readonly id: string; readonly name: string }): ReactNode =>
  id === '' ? name : <Named id={id} name={name} />;

/** Ids of all kinds end with 26 characters that sort by time. */
const timePart = (id: unknown): string => textOf(id).slice(-26);

/** How earlier payments to the same payee ended. */
function historyOf(row: Row): string | undefined {
  const about = (row['operation'] ?? row) as Row;
  const { payouts } = (about['beneficiary'] ?? {}) as Row;
  if (!Array.isArray(payouts)) return undefined;
  const earlier = (payouts as readonly Row[]).filter(({ id }) => timePart(id) < timePart(about['id']));
  const isCut = payouts.length === payeeHistory;
  if (earlier.length === 0 && !isCut) return words.act.firstPayment;
  const counts = Map.groupBy(earlier, ({ status }) => stateText(textOf(status)));
  const said = [...counts].map(([status, all]) => words.list.countIn(String(all.length), status)).join(', ');
  return isCut ? words.act.amongNewest(String(payeeHistory), said) : said;
}

const fieldFact = (row: Row, name: string): Fact[] => {
  const type = catalogue.types[textOf(row['__typename'])]?.[name]?.type ?? 'String';
  const value = row[name];
  return value === undefined || value === null || value === ''
    ? []
    : [[fieldLabel(name, type), <Value value={value} type={type} />]];
};

/** Limits and methods that differ from the default. */
const termsOf = ({ terms }: Row): Row => {
  const { overrides } = (terms ?? {}) as Row;
  const isUsual = !Array.isArray(overrides) || overrides.length === 0;
  return { __typename: 'AccountTerms', overrides: isUsual ? null : overrides };
};

/** Fields of the row that decide an act, by name. */
const decisive = ['type', 'expected', 'actual', 'difference', 'nextStep', 'provider', 'lookUps', 'attempts'];
const since = [
  ['failingSince', 'failingSince'],
  ['blockedAt', 'blockedSince'],
  ['since', 'waitingSince'],
  ['createdAt', 'createdAt'],
] as const;

function factsOf({ row, money, total, fee, payee, account }: About): readonly Fact[] {
  const about = (row['operation'] ?? row) as Row;
  const reasons = row['reasons'];
  const [at, age] = since.find(([name]) => typeof row[name] === 'string') ?? [];
  const history = historyOf(row);
  const isException = row['__typename'] === 'ReconciliationException';
  return [
    ...(money && !isException ? [[words.act.amount, <Amount {...money} />] as const] : []),
    ...(payee ? [[words.act.to, named(payee)] as const] : []),
    ...(account ? [[words.act.account, named(account)] as const] : []),
    ...(total ? [[words.act.leaves, <Amount {...total} />] as const] : []),
    ...(fee ? [[words.act.fee, <Amount {...fee} />] as const] : []),
    ...(Array.isArray(reasons)
      ? [[words.act.reasons, reasons.map((each) => stateText(textOf(each))).join(', ')] as const]
      : []),
    ...decisive.flatMap((name) => fieldFact(row, name)),
    ...fieldFact(about, 'reference'),
    ...fieldFact(about, 'approvalThreshold'),
    ...(history === undefined ? [] : [[words.act.earlier, history] as const]),
    ...(at === undefined ? [] : [[words.act[age], <Since at={textOf(row[at])} />] as const]),
  ];
}

interface SubjectProps {
  readonly name: string;
  readonly about: About;
  /** The effect is shown only before the act. */
  readonly isOver: boolean;
}

/** The subject of an act, and its effect. */
export function Subject({ name, about, isOver }: SubjectProps) {
  const { row } = about;
  const seen = seenBy(name, row);
  const change = changeOf(name, about);
  const not = whyNot(name, row);
  const terms = name === 'setAccountTerms' ? fieldFact(termsOf(row), 'overrides') : [];
  const facts = [...factsOf(about), ...terms];
  return (
    <section className="subject">
      {typeof row['id'] === 'string' && (
        <p>
          {nounLabel(textOf(row['__typename']))} {about.money ? '' : <b>{about.title}</b>}{' '}
          <Id id={row['id']} isBare />{' '}
          {!isOver && typeof row['status'] === 'string' && (
            <Badge word={row['status']} type={`${textOf(row['__typename'])}Status`} />
          )}
        </p>
      )}
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!isOver && change && <p className="change">{change}</p>}
      {!isOver && not && <p className="failed">{not}</p>}
      {!isOver && seen && (
        <details>
          <summary>{words.act.basedOn}</summary>
          <pre className="json">{JSON.stringify(seen, null, 2)}</pre>
        </details>
      )}
    </section>
  );
}
