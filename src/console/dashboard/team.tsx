import { useState, type FormEvent, type ReactNode } from 'react';
import { useAsk } from '../ask.js';
import { Badge, Loaded, Time } from '../part.js';
import { Field, Picker, filledIn } from './field.js';
import { languageOf, languages, mayManage, useMe, type MemberRole } from './me.js';
import { Fault, useRest } from './rest-act.js';

interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly status: string;
  readonly lastSignedInAt: string | null;
  readonly mailRefusedAt: string | null;
}

interface TeamData {
  readonly members: { readonly edges: readonly { readonly node: Member }[] };
}

const document =
  'query { members(first: 100) { edges { node { id email role status lastSignedInAt mailRefusedAt } } } }';

const roles: readonly (readonly [MemberRole, string])[] = [
  ['viewer', 'viewer · sees everything, changes nothing'],
  ['developer', 'developer · creates payments, webhooks'],
  ['admin', 'admin · also approves and manages members'],
  ['owner', 'owner · everything, also the approval policy'],
];

/** The people of the account; owners and admins invite and change them. */
export function Team(): ReactNode {
  const me = useMe();
  const query = useAsk<TeamData>(document, {});
  const isManager = mayManage(me);
  // Only an owner manages owners.
  const own = roles.filter(([role]) => role !== 'owner' || me.member.role === 'owner');
  return (
    <>
      <header className="head">
        <h1>Team</h1>
      </header>
      {isManager && <Invite roles={own} again={query.again} />}
      <section className="card" aria-labelledby="people">
        <h2 id="people">Members</h2>
        <Loaded query={query}>
          {({ members }) => (
            <ul className="attention">
              {members.edges.map(({ node }) => (
                <Person
                  key={node.id}
                  member={node}
                  roles={isManager && node.id !== me.member.id ? own : []}
                  again={query.again}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </section>
    </>
  );
}

interface InviteProps {
  readonly roles: typeof roles;
  readonly again: () => void;
}

function Invite({ roles: own, again }: InviteProps) {
  const me = useMe();
  const [invited, setInvited] = useState('');
  const { error, isBusy, run } = useRest<{ readonly email: string }>(({ email }) => {
    setInvited(email);
    again();
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setInvited('');
    void run(['POST', '/v1/members', filledIn(event.currentTarget)]);
  };
  return (
    <form className="card places" onSubmit={submit}>
      <h2>Invite somebody</h2>
      <Field name="email" label="E-mail address" type="email" isRequired />
      <Picker name="role" label="Role" options={own} />
      <Picker
        name="language"
        label="Language of mails"
        options={languages}
        usual={languageOf(me)}
        hint="Used until the first sign-in."
      />
      <Fault error={error} />
      {invited !== '' && (
        <p className="passed" role="status">
          We mailed an invitation to {invited}. It expires in 7 days.
        </p>
      )}
      <button type="submit" className="main" disabled={isBusy}>
        {isBusy ? 'Sending…' : 'Invite'}
      </button>
    </form>
  );
}

interface PersonProps extends InviteProps {
  readonly member: Member;
}

function Person({ member, roles: own, again }: PersonProps) {
  const { id, email, role, status, lastSignedInAt, mailRefusedAt } = member;
  const { error, isBusy, run } = useRest(again);
  const change = (body: object): void => void run(['PATCH', `/v1/members/${id}`, body]);
  const mayChange = own.some(([each]) => each === role);
  return (
    <li>
      <strong className="named">{email}</strong> <Badge word={status} /> {role}
      <small>
        {lastSignedInAt ? (
          <>
            last signed in <Time at={lastSignedInAt} />
          </>
        ) : (
          'never signed in'
        )}
      </small>
      {mailRefusedAt && (
        <small className="wrong">
          Mails to this address are refused since <Time at={mailRefusedAt} />. Check the address, or invite
          another one.
        </small>
      )}
      {mayChange && (
        <p className="line">
          <select
            aria-label={`Role of ${email}`}
            value={role}
            disabled={isBusy}
            onChange={({ target }) => change({ role: target.value })}
          >
            {own.map(([each]) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => change({ status: status === 'disabled' ? 'active' : 'disabled' })}
          >
            {status === 'disabled' ? `Enable ${email}` : `Disable ${email}`}
          </button>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void run(['DELETE', `/v1/members/${id}/passkeys`])}
          >
            Delete passkeys of {email}
          </button>
        </p>
      )}
      <Fault error={error} />
    </li>
  );
}
