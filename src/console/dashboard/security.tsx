import type { ReactNode } from 'react';
import { Loaded } from '../part.js';
import { mayManage, useMe } from './me.js';
import { Passkeys } from './passkeys.js';
import { Fault, useRest, useRestGet } from './rest-act.js';
import { Sessions } from './sessions.js';

/** How the member signs in, and how everybody of the account has to. */
export function Security(): ReactNode {
  return (
    <>
      <header className="head">
        <h1>Security</h1>
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
  return (
    <section className="card" aria-labelledby="policy">
      <h2 id="policy">Passkeys for all members</h2>
      <Loaded query={query}>
        {({ passkeys }) => (
          <>
            <p>
              {passkeys === 'required'
                ? 'Required: members who have a passkey must sign in with it. A mailed code alone does not open this account for them.'
                : 'Optional: a mailed code is enough for all members.'}
            </p>
            <p className="note">
              Members without a passkey go on with codes until they add one. An owner or admin can delete the
              passkeys of a member who lost them, on the Team page.
            </p>
            {me.member.role === 'owner' && (
              <p className="buttons">
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() => set(passkeys === 'required' ? 'optional' : 'required')}
                >
                  {passkeys === 'required' ? 'Make passkeys optional' : 'Require passkeys'}
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
