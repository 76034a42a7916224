import type { ReactNode } from 'react';
import { hasPasskeys } from '../environment.js';
import { Loaded } from '../part.js';
import { Title } from '../title.js';
import { words } from '../words/speech.js';
import { mayManage, useMe } from './me.js';
import { Passkeys } from './passkeys.js';
import { Fault, useRest, useRestGet } from './rest-act.js';
import { Sessions } from './sessions.js';

/** How the member signs in, and how everybody of the account has to. */
export function Security(): ReactNode {
  return (
    <>
      <header className="head">
        <Title>{words.frame.security}</Title>
      </header>
      <Passkeys />
      <Sessions />
      {mayManage(useMe()) && <Policy />}
    </>
  );
}

interface SignInPolicy {
  readonly passkeys: 'optional' | 'required';
}

function Policy() {
  const me = useMe();
  const query = useRestGet<SignInPolicy>('/v1/sign-in-policy');
  const { error, isBusy, run } = useRest(query.again);
  const set = (passkeys: SignInPolicy['passkeys']): void =>
    void run(['PUT', '/v1/sign-in-policy', { passkeys }]);
  // Nobody can be asked for a passkey that the service does not know.
  if (!hasPasskeys && query.loaded?.data.passkeys !== 'required') return null;
  return (
    <section className="card" aria-labelledby="policy">
      <h2 id="policy">{words.setting.passkeysForAll}</h2>
      <Loaded query={query}>
        {({ passkeys }) => (
          <>
            <p>{passkeys === 'required' ? words.setting.passkeysRequired : words.setting.passkeysOptional}</p>
            <p className="note">{words.setting.passkeysNote}</p>
            {me.member.role === 'owner' && (
              <p className="buttons">
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() => set(passkeys === 'required' ? 'optional' : 'required')}
                >
                  {passkeys === 'required' ? words.setting.makeOptional : words.setting.makeRequired}
                </button>
              </p>
            )}
          </>
        )}
      </Loaded>
      <Fault error={error} />
    </section>
  );
}
