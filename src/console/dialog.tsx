import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { actNamed, argumentsOf, isOfOne, knownArguments, offeredTo, type Act, type Row } from './act.js';
import { confirmOf, isDangerous, reasonWords, titleOf, type About } from './act-words.js';
import { useAsk } from './ask.js';
import { catalogue, type Wording } from './catalogue.js';
import { useChoices } from './choice.js';
import { concernOf, informed, subjectDocument, type SubjectData } from './concern.js';
import { environment } from './environment.js';
import { firstToFill } from './focus.js';
import { useDraft } from './draft.js';
import { Argument } from './form.js';
import { Known } from './input.js';
import { Outcome } from './outcome.js';
import { useSending, type Asking, type Parts } from './sending.js';
import { Subject } from './subject.js';
import { useWho } from './who.js';
import { words } from './words/speech.js';
import { faultsOf, useFault, Wrong } from './wrong.js';

const Opening = createContext<(asking: Asking) => void>(() => undefined);
/** Opens the form of an act. */
export const useAct = () => use(Opening);

export function Acts({ children }: { readonly children: ReactNode }) {
  const [asking, setAsking] = useState<Asking>();
  const act = asking && actNamed(asking.name);
  return (
    <Opening value={setAsking}>
      {children}
      {asking && act && <Informed asking={asking} act={act} close={() => setAsking(undefined)} />}
    </Opening>
  );
}

/** The form, with the present state of its subject. */
function Informed({ asking, act, close }: Parts) {
  const document = subjectDocument(asking.row, asking.name);
  const { query = '', variables = {} } = document ?? {};
  const result = useAsk<SubjectData>(query, variables, { isOff: document === undefined });
  const { data } = result.loaded ?? {};
  const row = useMemo(() => (data ? informed(asking.row, data) : asking.row), [asking.row, data]);
  const stale = (): void => {
    if (document) result.again();
  };
  const isReady = document === undefined || result.loaded !== undefined || result.error !== undefined;
  const gap = result.error?.message;
  return <Dialog asking={{ ...asking, row, stale }} act={act} close={close} isReady={isReady} gap={gap} />;
}

interface DialogProps extends Parts {
  readonly isReady: boolean;
  /** Why details of the subject are missing. */
  readonly gap: string | undefined;
}

function Dialog({ isReady, gap, ...parts }: DialogProps) {
  const { asking, act, close } = parts;
  const { row } = asking;
  const isOperator = useWho().kind === 'operator';
  const element = useRef<HTMLDialogElement>(null);
  const { stage, run, look } = useSending(parts);
  const { entered, setEntered, reason, lacks, ...draft } = useDraft(parts, run);
  const isStale = stage.is === 'refused' && stage.error.code === 'state_changed';
  const isOver = stage.is === 'done' || stage.is === 'happened' || isStale;
  const about: About = { ...concernOf(row), row, values: { ...entered, ...knownArguments(act, row) } };
  const faults = stage.is === 'refused' ? { ...faultsOf(stage.error), ...lacks } : lacks;
  return (
    <Modal element={element} stage={stage.is} close={close}>
      <form onSubmit={draft.submit} onChange={draft.look} noValidate>
        <Heading act={act} row={row} />
        <Subject name={act.name} about={about} isOver={isOver} />
        {gap && <p className="failed">{`${words.act.someMissing} ${gap}`}</p>}
        {!isOver && (
          <fieldset className="inputs" disabled={stage.is === 'sent' || stage.is === 'unknown'}>
            <Wrong faults={faults}>
              <Arguments act={act} row={row} values={entered} setValues={setEntered} reason={reason} />
            </Wrong>
          </fieldset>
        )}
        <div className="outcome" tabIndex={-1}>
          <Outcome
            name={act.name}
            about={about}
            stage={stage}
            look={isOperator ? () => void look() : undefined}
            isKeyed={isKeyed(act.name)}
          />
        </div>
        <Buttons
          about={about}
          name={act.name}
          stage={stage.is}
          isOver={isOver}
          isReady={isReady}
          leave={() => element.current?.close()}
        />
      </form>
    </Modal>
  );
}

interface ButtonsProps {
  readonly name: string;
  readonly about: About;
  readonly stage: string;
  readonly isOver: boolean;
  readonly isReady: boolean;
  readonly leave: () => void;
}

function Buttons({ name, about, stage, isOver, isReady, leave }: ButtonsProps) {
  const isWaiting = stage === 'sent' || (stage === 'unknown' && !isKeyed(name));
  return (
    <footer>
      <button type="button" onClick={leave}>
        {isOver ? words.act.close : name.startsWith('cancel') ? words.act.goBack : words.act.cancel}
      </button>
      {!isOver && (
        <button
          type="submit"
          className={isDangerous(name, about.row) ? 'main danger' : 'main'}
          disabled={!isReady || isWaiting}
        >
          {stage === 'sent' ? words.entry.sending : confirmOf(name, about)}
        </button>
      )}
    </footer>
  );
}

const isKeyed = (name: string): boolean => catalogue.mutations[name]?.args?.['idempotencyKey'] !== undefined;

interface ModalProps {
  readonly element: RefObject<HTMLDialogElement | null>;
  /** While it is `editing`, the focus stays where the person put it. */
  readonly stage: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** The dialog of an act, opened. It keeps the focus when the pressed button goes away. */
export function Modal({ element, stage, close, children }: ModalProps) {
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // A field, rather than a link of the subject, which Enter would follow.
    const fields = dialog?.querySelector('.inputs');
    ((fields && firstToFill(fields)) ?? dialog)?.focus();
  }, [element]);
  useEffect(() => {
    if (stage === 'editing') return;
    const dialog = element.current;
    const outcome = dialog?.querySelector<HTMLElement>('.outcome:not(:empty)');
    (outcome ?? dialog)?.focus();
  }, [element, stage]);
  return (
    <dialog
      ref={element}
      className="act"
      tabIndex={-1}
      aria-labelledby="act-title"
      onClose={close}
      onKeyDown={keepFocus}
      onClickCapture={leaveForm}
    >
      {children}
    </dialog>
  );
}

/** A link opens another tab, so that the form stays. */
function leaveForm(event: MouseEvent<HTMLDialogElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null) return;
  event.preventDefault();
  event.stopPropagation();
  open(link.href);
}

/** Keeps Tab within the dialog. */
function keepFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const all = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button, input, select, summary'),
  ].filter((each) => !each.matches(':disabled') && each.checkVisibility());
  const [first, last] = [all[0], all.at(-1)];
  const isAtEnd = document.activeElement === (event.shiftKey ? first : last);
  const isOutside = document.activeElement === event.currentTarget && event.shiftKey;
  if (!isAtEnd && !isOutside) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

export function Heading({ act, row }: { readonly act: Act; readonly row: Row }) {
  const [first = '', ...rest] = (catalogue.mutations[act.name]?.words ?? '')
    .replace(/, as (POST|PATCH|PUT) [^,.]{1,100} (does|do)\./, '.')
    .split(/(?<=\.) /)
    // People see the message, not the code.
    .filter((sentence) => !/^[a-z]+_[a-z_]+,? /.test(sentence));
  return (
    <>
      <header>
        <span className="where">{words.act.environment[environment]}</span>
        <h2 id="act-title">{titleOf(act.name, row)}</h2>
      </header>
      {first !== '' && <p>{first}</p>}
      {rest.length > 0 && <p className={isDangerous(act.name, row) ? 'reach' : 'note'}>{rest.join(' ')}</p>}
    </>
  );
}

/** The wording of an argument of members' acts. */
const wordingOf = (name: string): Wording | undefined =>
  name === 'approve' ? { yes: [words.act.approve, ''], no: [words.act.decline, ''] } : undefined;

interface ArgumentsProps {
  readonly act: Act;
  readonly row: Row;
  readonly values: Row;
  readonly setValues: (next: (before: Row) => Row) => void;
  readonly reason: readonly [string, (text: string) => void];
  /** The arguments are for several subjects. */
  readonly isBulk?: boolean;
}

/** Inputs for the arguments and the reason. */
export function Arguments({
  act,
  row,
  values,
  setValues,
  reason: [reason, setReason],
  isBulk,
}: ArgumentsProps) {
  const isOperator = useWho().kind === 'operator';
  const choices = useChoices(act, row);
  const offered = offeredTo(act, row);
  const hidden = row['__typename'] === 'Account' ? ['accountId'] : [];
  const args = argumentsOf(act, row).filter(([name]) => !isBulk || !isOfOne(name));
  return (
    <Known value={{ choices, hidden }}>
      {args.map(([name, field]) => (
        <Argument
          key={name}
          name={name}
          field={name in offered ? { ...field, usual: offered[name] } : field}
          wording={catalogue.acts[act.name]?.takes[name] ?? wordingOf(name)}
          value={values[name]}
          set={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      ))}
      {isOperator && <Reason {...reasonWords(act.name)} value={reason} set={setReason} />}
    </Known>
  );
}

interface ReasonProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly set: (text: string) => void;
}

function Reason({ label, hint, value, set }: ReasonProps) {
  const wrong = useFault('reason');
  return (
    <label className="argument" data-path="reason">
      {label}
      <input
        name="reason"
        required
        value={value}
        autoComplete="off"
        aria-invalid={wrong === undefined ? undefined : true}
        onChange={({ target }) => set(target.value)}
      />
      <small>{hint}</small>
      {wrong !== undefined && <small className="wrong">{wrong}</small>}
    </label>
  );
}
