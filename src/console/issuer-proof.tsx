import { useEffect, useRef, useState, type ReactNode } from 'react';
import { refusalOf } from './ask.js';
import { issuerHost } from './environment.js';
import { confirmAtIssuer, passOn } from './issuer.js';
import { Proof, type ProofEnds } from './proof.js';

/** Asks an operator to sign in at the issuer again when an act requires it, then resends the act. */
export const IssuerProof = (): ReactNode => <Proof>{(ends) => <Dialog {...ends} />}</Proof>;

function Dialog({ done, close }: ProofEnds) {
  const element = useRef<HTMLDialogElement>(null);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  useEffect(() => element.current?.showModal(), []);
  const confirmed = async (): Promise<void> => {
    await confirmAtIssuer();
    done();
  };
  const click = (): void => {
    setBusy(true);
    setError('');
    confirmed()
      .catch((fault: unknown) => setError(refusalOf(fault).message))
      .finally(() => setBusy(false));
  };
  return (
    <dialog ref={element} className="act" aria-labelledby="proof-title" onClose={close}>
      <h2 id="proof-title">Confirm that it is you</h2>
      <p>This action is sensitive. Sign in at {issuerHost} again, in a separate window.</p>
      <p className="note">You are not asked again for five minutes.</p>
      {error !== '' && (
        <p className="failed" role="alert">
          {error}
        </p>
      )}
      <footer>
        <button type="button" onClick={() => element.current?.close()}>
          Cancel
        </button>
        <button type="button" className="main" onClick={click}>
          {isBusy ? 'Open the window again' : `Sign in with ${issuerHost}`}
        </button>
      </footer>
    </dialog>
  );
}

/** The popup in which the operator signs in again. */
export function Confirmed(): ReactNode {
  useEffect(passOn, []);
  return (
    <main className="sign-in">
      <div className="card">
        <h1>Confirmed</h1>
        <p>You can close this window and go on in the console.</p>
      </div>
    </main>
  );
}
