import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { refusalOf } from './ask.js';
import { deviceId, enter, lastFarewell, post, send } from './client.js';
import { environment, hasPasskeys, issuerHost } from './environment.js';
import { comeBack, goToIssuer, isBack } from './issuer.js';
import { words } from './words/speech.js';

type Step = 'token' | 'mail' | 'code';

/** The steps of a sign-in. */
function useSteps(first: Step, isForMembers: boolean) {
  const [step, setStep] = useState<Step>(first);
  const [mail, setMail] = useState('');
  const [entered, setEntered] = useState('');
  const [error, setError] = useState(lastFarewell());
  const [isBusy, setBusy] = useState(false);
  const go = async (): Promise<void> => {
    if (step === 'mail') {
      await post('/dashboard/sign-in', { email: entered.trim() });
      setMail(entered.trim());
      setStep('code');
    } else if (step === 'code') {
      const body = { email: mail, code: entered.trim(), step_up: isForMembers, device: deviceId() };
      await prove(String((await post('/dashboard/sessions', body))['token']));
    } else await prove(entered.trim());
    setEntered('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    setError('');
    go()
      .catch((fault: unknown) => setError(refusalOf(fault).message))
      .finally(() => setBusy(false));
  };
  const turn = (to: Step): void => {
    setStep(to);
    setEntered('');
    setError('');
  };
  return { step, mail, entered, setEntered, error, isBusy, submit, turn };
}

/** Signs in with a passkey of this site; an earlier session is left to expire. */
async function enterByPasskey(): Promise<void> {
  const { token, options } = await post('/dashboard/passkey-challenges', {});
  const { signWithPasskey } = await import('./passkey.js');
  const credential = await signWithPasskey(options as object);
  const body = { token, credential, device: deviceId() };
  await prove(String((await post('/dashboard/passkey-sessions', body))['token']));
}

/** The button by which a passkey signs in, and why it did not. */
export function ByPasskey() {
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  if (!hasPasskeys) return null;
  const click = (): void => {
    setBusy(true);
    setError('');
    enterByPasskey()
      .catch((fault: unknown) => setError(refusalOf(fault).message))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={click}>
        {isBusy ? words.entry.waitingForDevice : words.entry.byPasskey}
      </button>
      {error !== '' && (
        <p className="failed" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** The button that leads to the issuer, and the error of a failed sign-in there. */
function ByIssuer() {
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(isBack);
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    setError('');
    work().catch((fault: unknown) => {
      setError(refusalOf(fault).message);
      setBusy(false);
    });
  };
  useEffect(() => {
    if (isBack()) run(comeBack);
  }, []);
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => run(goToIssuer)}>
        {isBusy ? 'Signing in…' : `Sign in with ${issuerHost}`}
      </button>
      {error !== '' && (
        <p className="failed" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** Sign-in with an operator token, or as a member with a mailed code; on the dashboard only as a member. */
interface SignInProps {
  readonly isForMembers?: boolean;
  /** Changes the language of the page. */
  readonly switcher?: ReactNode;
}

export function SignIn({ isForMembers = false, switcher }: SignInProps) {
  const { step, mail, entered, setEntered, error, isBusy, submit, turn } = useSteps(
    isForMembers ? 'mail' : 'token',
    isForMembers,
  );
  const { label, hint, button, ...field } = inputOf(step, mail);
  return (
    <main className="sign-in">
      <form onSubmit={submit}>
        <p className="where">
          {environment === 'live'
            ? `${words.frame.isLive} · ${words.frame.realMoney}`
            : `${words.frame.isSandbox} · ${words.frame.noRealMoney}`}
        </p>
        <h1>{isForMembers ? words.entry.signIn : 'Console'}</h1>
        <label className="argument">
          {label}
          <input
            key={step}
            {...field}
            required
            autoFocus
            value={entered}
            spellCheck={false}
            onChange={({ target }) => setEntered(target.value)}
          />
          <small>{hint}</small>
        </label>
        {error !== '' && (
          <p className="failed" role="alert">
            {error}
          </p>
        )}
        <button type="submit" className="main" disabled={isBusy}>
          {isBusy ? words.entry.sending : button}
        </button>
        {isForMembers && step === 'mail' && <ByPasskey />}
        {!isForMembers && step === 'token' && issuerHost !== '' && <ByIssuer />}
        {step === 'code' && (
          <button type="button" className="plain" onClick={() => turn('mail')}>
            {words.entry.otherMail}
          </button>
        )}
        {!isForMembers && (
          <button type="button" className="plain" onClick={() => turn(step === 'token' ? 'mail' : 'token')}>
            {step === 'token' ? 'I am a member of an account' : 'I have an operator token'}
          </button>
        )}
        {switcher}
      </form>
    </main>
  );
}

const fields = {
  token: { type: 'password', autoComplete: 'off' },
  mail: { type: 'email', autoComplete: 'email' },
  code: {
    type: 'text',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    // No pattern: browsers keep the last checked text in memory.
    minLength: 6,
    maxLength: 6,
  },
} as const;

/** The field of a step. */
function inputOf(step: Step, mail: string) {
  const { entry } = words;
  const texts = {
    // Only operators have tokens.
    token: {
      label: 'Operator token',
      hint: 'It begins with psp_op_. It is kept in this tab only.',
      button: 'Sign in',
    },
    mail: { label: entry.mail, hint: entry.mailHint, button: entry.sendCode },
    code: { label: entry.code, hint: entry.codeHint(mail), button: entry.signIn },
  };
  return { ...fields[step], ...texts[step] };
}

/** A token is stored only after the service has accepted it. */
async function prove(token: string): Promise<void> {
  enter(token);
  await send('query { caller { kind } }');
}
