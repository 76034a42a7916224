import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { rest } from '../client.js';
import { hasPasskeys } from '../environment.js';
import { Proof, type ProofEnds } from '../proof.js';
import { words } from '../words/speech.js';
import { Field, filledIn } from './field.js';
import { useMe } from './me.js';
import { Fault } from './rest-act.js';
import { useWork } from './work.js';

/** How the member confirms. Undefined until the service reports whether a passkey is usable. */
type Means = 'passkey' | 'code' | undefined;

interface Listed {
  readonly data: readonly { readonly is_usable: boolean }[];
}

async function meansOf(): Promise<Means> {
  if (!hasPasskeys) return 'code';
  const { data } = (await (await rest('GET', '/dashboard/passkeys')).json()) as Listed;
  return data.some((each) => each.is_usable) ? 'passkey' : 'code';
}

async function confirmByPasskey(): Promise<void> {
  const response = await rest('POST', '/dashboard/passkey-confirmations/challenge');
  const { options } = (await response.json()) as { readonly options: object };
  const { signWithPasskey } = await import('../passkey.js');
  const credential = await signWithPasskey(options);
  await rest('POST', '/dashboard/passkey-confirmations', { body: { credential } });
}

/** Asks for a passkey or a mailed code when the service requires a fresh proof. */
export const Identity = (): ReactNode => <Proof>{(ends) => <Dialog {...ends} />}</Proof>;

function Dialog({ done, close }: ProofEnds) {
  const { member } = useMe();
  const element = useRef<HTMLDialogElement>(null);
  const { means, isSent, error, isBusy, run, send } = useMeans();
  useEffect(() => element.current?.showModal(), []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { code } = filledIn(event.currentTarget);
    run(async () => {
      if (means === 'passkey') await confirmByPasskey();
      else await rest('POST', '/dashboard/confirmations', { body: { code } });
      done();
    });
  };
  return (
    <dialog ref={element} className="act" aria-labelledby="identity" onClose={close}>
      <form onSubmit={submit}>
        <h2 id="identity">{words.entry.confirmTitle}</h2>
        <p>{means === 'passkey' ? words.entry.confirmByPasskey : words.entry.confirmByCode(member.email)}</p>
        <p className="note">{words.entry.fiveMinutes}</p>
        {means === 'code' && isSent && (
          <Field name="code" label={words.entry.code} inputMode="numeric" max={6} isRequired />
        )}
        <Fault error={error} />
        <footer>
          <button type="button" onClick={() => element.current?.close()}>
            {words.entry.notNow}
          </button>
          {means === 'code' && (
            <button type="button" className={isSent ? '' : 'main'} disabled={isBusy} onClick={send}>
              {isSent ? words.entry.anotherCode : words.entry.sendCode}
            </button>
          )}
          {(means === 'passkey' || isSent) && (
            <button type="submit" className="main" disabled={isBusy}>
              {isBusy
                ? words.entry.waiting
                : means === 'passkey'
                  ? words.entry.confirmWithPasskey
                  : words.entry.confirm}
            </button>
          )}
        </footer>
      </form>
    </dialog>
  );
}

/** How the member can confirm, and the request in progress. */
function useMeans() {
  const [means, setMeans] = useState<Means>();
  const [isSent, setSent] = useState(false);
  const { error, isBusy, run } = useWork();
  const send = (): void =>
    run(async () => {
      await rest('POST', '/dashboard/confirmations/code');
      setSent(true);
    });
  useEffect(() => run(async () => setMeans(await meansOf())), []);
  return { means, isSent, error, isBusy, run, send };
}
