import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useAsk } from '../ask.js';
import { Modal } from '../dialog.js';
import { Badge, Loaded, Time } from '../part.js';
import { stateText } from '../words/label.js';
import { languages } from './language.js';
import { Title } from '../title.js';
import { words } from '../words/speech.js';
import { Field, Picker, filledIn } from './field.js';
import { mayManage, useMe, type MemberRole } from './me.js';
import { Fault, useRest, type Request } from './rest-act.js';

interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly status: string;
  readonly lastSignedInAt: string | null;
  readonly mailRefusedAt: string | null;
  readonly hasPasskey: boolean | null;
}

interface TeamData {
  readonly members: { readonly edges: readonly { readonly node: Member }[] };
}

const document =
  'query { members(first: 100) { edges { node { id email role status lastSignedInAt mailRefusedAt hasPasskey } } } }';

const roles: readonly MemberRole[] = ['viewer', 'developer', 'admin', 'owner'];

/** The people of the account; owners and admins invite and change them. */
export function Team(): ReactNode {
  const me = useMe();
  const query = useAsk<TeamData>(document, {});
  const isManager = mayManage(me);
  // Only an owner manages owners.
  const own = roles.filter((role) => role !== 'owner' || me.member.role === 'owner');
  return (
    <>
      <header className="head">
        <Title>{words.frame.team}</Title>
      </header>
      {isManager && <Invite roles={own} again={query.again} />}
      <section className="card" aria-labelledby="people">
        <h2 id="people">{words.setting.members}</h2>
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
    <form className="card inputs" onSubmit={submit}>
      <h2>{words.setting.inviteSomebody}</h2>
      <Field name="email" label={words.setting.mail} type="email" isRequired />
      <Picker
        name="role"
        label={words.setting.role}
        options={own.map((role) => [role, words.setting.roles[role]])}
      />
      <Picker
        name="language"
        label={words.setting.mailLanguage}
        options={languages}
        usual={me.member.language ?? words.language}
        hint={words.setting.untilFirst}
      />
      <Fault error={error} />
      {invited !== '' && (
        <p className="passed" role="status">
          {words.setting.invited(invited)}
        </p>
      )}
      <button type="submit" className="main" disabled={isBusy}>
        {isBusy ? words.setting.sending : words.setting.invite}
      </button>
    </form>
  );
}

interface PersonProps extends InviteProps {
  readonly member: Member;
}

/** A change of a member, asked about before it is sent. */
interface Change {
  readonly title: string;
  readonly says: string;
  readonly act: string;
  readonly request: Request;
}

function Person({ member, roles: own, again }: PersonProps) {
  const { email, role, status, lastSignedInAt, mailRefusedAt } = member;
  const mayChange = own.includes(role);
  return (
    <li>
      <strong className="named">{email}</strong> <Badge word={status} /> {!mayChange && stateText(role)}
      <small>
        {lastSignedInAt
          ? words.setting.lastSignedIn(<Time at={lastSignedInAt} />)
          : words.setting.neverSignedIn}
      </small>
      {mailRefusedAt && (
        <small className="wrong">{words.setting.mailsRefused(<Time at={mailRefusedAt} />)}</small>
      )}
      {mayChange && <Changes member={member} roles={own} again={again} />}
    </li>
  );
}

/** What a manager may change of a member. */
function Changes({ member, roles: own, again }: PersonProps) {
  const { id, email, role, status, hasPasskey } = member;
  const [change, setChange] = useState<Change>();
  const { error, isBusy, run } = useRest(again);
  const path = `/v1/members/${id}`;
  return (
    <>
      <p className="line">
        <label>
          {words.setting.role}
          <select
            aria-label={words.setting.roleOf(email)}
            value={role}
            disabled={isBusy}
            onChange={({ target }) => setChange(roleChange(member, target.value as MemberRole))}
          >
            {own.map((each) => (
              <option key={each} value={each}>
                {stateText(each)}
              </option>
            ))}
          </select>
        </label>
        {status === 'disabled' ? (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void run(['PATCH', path, { status: 'active' }])}
          >
            {words.setting.enable(email)}
          </button>
        ) : (
          <button type="button" disabled={isBusy} onClick={() => setChange(disabling(member))}>
            {words.setting.disable(email)}
          </button>
        )}
        {hasPasskey && (
          <button type="button" disabled={isBusy} onClick={() => setChange(passkeyDeletion(member))}>
            {words.setting.deletePasskeys(email)}
          </button>
        )}
      </p>
      <Fault error={error} />
      {change && <Sure change={change} done={again} close={() => setChange(undefined)} />}
    </>
  );
}

const roleChange = ({ id, email }: Member, role: MemberRole): Change => ({
  title: words.setting.makeRole(email, stateText(role)),
  says: words.setting.roles[role],
  act: words.setting.changeRole,
  request: ['PATCH', `/v1/members/${id}`, { role }],
});

const disabling = ({ id, email }: Member): Change => ({
  title: words.setting.disableMember(email),
  says: words.setting.disabledMember,
  act: words.setting.disableNow,
  request: ['PATCH', `/v1/members/${id}`, { status: 'disabled' }],
});

const passkeyDeletion = ({ id, email }: Member): Change => ({
  title: words.setting.deletePasskeysOf(email),
  says: words.setting.passkeysGone,
  act: words.setting.deleteNow,
  request: ['DELETE', `/v1/members/${id}/passkeys`],
});

interface SureProps {
  readonly change: Change;
  readonly done: () => void;
  readonly close: () => void;
}

/** Asks before a member is changed: one slip in a list of roles would make an owner. */
function Sure({ change: { title, says, act, request }, done, close }: SureProps) {
  const element = useRef<HTMLDialogElement>(null);
  const { error, isBusy, run } = useRest(() => {
    element.current?.close();
    done();
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void run(request);
  };
  return (
    <Modal element={element} stage="editing" close={close}>
      <form onSubmit={submit}>
        <h2 id="act-title">{title}</h2>
        <p>{says}</p>
        <Fault error={error} />
        <footer>
          <button type="button" onClick={() => element.current?.close()}>
            {words.act.cancel}
          </button>
          <button type="submit" className="main" disabled={isBusy}>
            {act}
          </button>
        </footer>
      </form>
    </Modal>
  );
}
