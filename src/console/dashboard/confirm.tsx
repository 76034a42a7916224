import type { ReactNode } from 'react';
import { Amount } from '../part.js';
import { refusalText } from '../words/refusal.js';
import { words } from '../words/speech.js';
import type { Foreseen, Refusal, Steps } from './step.js';

/** What the warnings of a preview mean. */
export function warningText(warning: string): string {
  const texts: Readonly<Record<string, string>> = words.pay.warnings;
  return texts[warning] ?? warning.replaceAll('_', ' ');
}

/** The sentence of a refusal, without the name of its field. */
function refusedText({ code, message }: Refusal): string {
  const text = refusalText(code, message).replace(/^[a-z_]+: /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface ConfirmProps {
  readonly steps: Omit<Steps<unknown, Foreseen>, 'look'>;
  readonly title: string;
  /** What the button does, in one line: "Pay 10.00 MXN to Ana". */
  readonly act: ReactNode;
  readonly children: ReactNode;
}

/** The form before it is hidden, so screen readers continue here. */
const focus = (element: HTMLElement | null): void => element?.focus();

/** The second step: what will happen, and the button that makes it happen. */
export function Confirm({ steps, title, act, children }: ConfirmProps) {
  const { seen, isBusy, isUncertain, confirm, back } = steps;
  if (!seen) return null;
  const { outcome, refusal, short, warnings } = seen.preview;
  const isRefused = outcome === 'refused' || outcome === 'failed';
  return (
    <section className="card confirm" aria-labelledby="confirm">
      <h2 id="confirm" tabIndex={-1} ref={focus}>
        {title}
      </h2>
      {children}
      {isRefused && (
        <p className="failed" role="alert">
          <strong>{words.pay.cannot}</strong> {refusal && refusedText(refusal)}{' '}
          {short && words.pay.missing(<Amount {...short} />)}
        </p>
      )}
      {outcome === 'in_review' && <p className="note">{words.pay.reviewed}</p>}
      {warnings?.map((each) => (
        <p className="note" key={each}>
          {warningText(each)}
        </p>
      ))}
      <Failed steps={steps} />
      <p className="buttons">
        <button type="button" onClick={back} disabled={isBusy || isUncertain}>
          {words.pay.change}
        </button>
        {!isRefused && (
          <button type="button" className="main" disabled={isBusy} onClick={() => void confirm()}>
            {isBusy ? words.pay.sending : isUncertain ? words.pay.sendAgain : act}
          </button>
        )}
      </p>
    </section>
  );
}

/** Why a step came to nothing; without an answer it may have been done. */
export function Failed({
  steps,
}: {
  readonly steps: Pick<Steps<unknown, unknown>, 'error' | 'isUncertain'>;
}) {
  const { error, isUncertain } = steps;
  if (!error) return null;
  return (
    <p className="failed" role="alert">
      {isUncertain && <strong>{`${words.pay.noAnswer} `}</strong>}
      {error.message}
      {isUncertain && ` ${words.pay.safe}`}
    </p>
  );
}
