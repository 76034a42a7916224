import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { refusalOf, useAsk } from '../ask.js';
import {
  chooseAccount,
  chosenAccount,
  leave,
  rest,
  useChosenAccount,
  useToken,
  type Refused,
} from '../client.js';
import { setServiceTime } from '../clock.js';
import { ByPasskey } from '../sign-in.js';
import { Acts } from '../dialog.js';
import { environment } from '../environment.js';
import { Navigation } from '../navigation.js';
import { nounAt } from '../noun.js';
import { Loading } from '../part.js';
import { Menu, SearchBox, Theme, Times } from '../banner.js';
import { Screen } from '../screen.js';
import { Caller } from '../who.js';
import { mayWrite, Person, useMe, whoOf, type Me } from './me.js';
import { stateText } from '../words/label.js';
import { words } from '../words/speech.js';
import { keepChoice, learn } from './language.js';
import { FileWay } from './file-way.js';
import { Identity } from './identity.js';

/** Everything a signed-in member sees. Changing the account resets it. */
export function Frame(): ReactNode {
  const account = useChosenAccount();
  const token = useToken();
  const [me, setMe] = useState<Me>();
  const [error, setError] = useState<Refused>();
  useEffect(() => {
    let isOver = false;
    setMe(undefined);
    setError(undefined);
    rest('GET', '/v1/me')
      .then(async (response) => {
        const me = (await response.json()) as Me;
        await learn((await keepChoice(me.member.language)) ?? words.language);
        if (!isOver) setMe(me);
      })
      .catch((fault: unknown) => {
        const refusal = refusalOf(fault);
        // The membership of the chosen account has ended: the person's other accounts are still there.
        if (refusal.code === 'no_membership' && chosenAccount() !== '') chooseAccount('');
        else if (!isOver) setError(refusal);
      });
    return () => {
      isOver = true;
    };
  }, [account, token]);
  if (error) return <NotIn error={error} />;
  if (!me) return <Loading />;
  return (
    <Person value={me} key={me.account.id}>
      <Caller value={whoOf(me)}>
        <Acts>
          <Screen banner={<Banner />} side={<Side />} />
        </Acts>
        <Identity />
        <BusinessTime />
      </Caller>
    </Person>
  );
}

const never = (): boolean => false;

/** Keeps business time, which may be ahead of the browser's clock in sandbox. */
function BusinessTime() {
  const query = 'query { caller { now } }';
  const { loaded } = useAsk<{ caller: { readonly now: string } }>(query, {}, { concerns: never });
  useEffect(() => {
    if (loaded) setServiceTime(loaded.data.caller.now);
  }, [loaded]);
  return null;
}

const NotIn = ({ error }: { readonly error: Refused }) => (
  <main className="sign-in">
    <div className="card">
      <h1>{words.frame.program}</h1>
      <p className="failed" role="alert">
        {error.message}
      </p>
      {error.code === 'passkey_required' && <ByPasskey />}
      <button type="button" onClick={() => void signOut()}>
        {words.frame.signOut}
      </button>
    </div>
  </main>
);

/** The session ends at the service too; without an answer it ends here at least. */
const signOut = (): Promise<void> =>
  rest('DELETE', '/dashboard/sessions/current').then(
    () => leave(),
    () => leave(words.frame.signedOutHere),
  );

function Banner() {
  const { account, accounts, member } = useMe();
  return (
    <header className="banner">
      <strong className="where">{environment === 'live' ? words.frame.isLive : words.frame.isSandbox}</strong>
      {accounts.length > 1 ? (
        <select
          className="account"
          aria-label={words.frame.account}
          value={account.id}
          onChange={({ target }) => chooseAccount(target.value)}
        >
          {accounts.map(({ id, name, role }) => (
            <option key={id} value={id}>
              {name} · {stateText(role)}
            </option>
          ))}
        </select>
      ) : (
        <span className="account">{account.name}</span>
      )}
      <SearchBox />
      <Theme />
      <Menu label={member.email}>
        <p>{words.frame.roleOf(stateText(member.role), account.name)}</p>
        <Times />
        <button type="button" onClick={() => void signOut()}>
          {words.frame.signOut}
        </button>
      </Menu>
    </header>
  );
}

const groups = {
  moneyOut: ['payouts', 'payout-batches', 'beneficiaries', 'remittances', 'withdrawals'],
  moneyIn: ['payins', 'funding-accounts', 'refunds', 'hosted-sessions'],
  books: ['journals', 'settlements'],
  developers: ['webhook-endpoints', 'deliveries', 'events', 'requests', 'api-keys'],
  account: ['customers', 'settlement-destinations'],
} as const;
type Group = keyof typeof groups;

type PageName =
  'newBeneficiary' | 'newEndpoint' | 'reports' | 'hostedPage' | 'team' | 'settings' | 'security';
type PageLink = readonly [to: string, name: PageName, isToWrite?: true];

/** Pages of a group that are no lists. */
const pages: Readonly<Record<Group, readonly PageLink[]>> = {
  moneyOut: [['/new-beneficiary', 'newBeneficiary', true]],
  developers: [['/new-endpoint', 'newEndpoint', true]],
  books: [['/reports', 'reports']],
  moneyIn: [['/hosted-page', 'hostedPage']],
  account: [
    ['/team', 'team'],
    ['/settings', 'settings'],
    ['/security', 'security'],
  ],
};

function Side() {
  const me = useMe();
  return (
    <Navigation label={words.frame.pages}>
      <section>
        <h2>{words.frame.everyDay}</h2>
        <ul>
          <li>
            <Link to="/" activeOptions={{ exact: true }}>
              {words.frame.home}
            </Link>
          </li>
          {mayWrite(me) && (
            <>
              <li>
                <Link to="/pay">{words.frame.newPayout}</Link>
              </li>
              <li>
                <FileWay />
              </li>
            </>
          )}
          <Listed path="approvals" />
        </ul>
      </section>
      {(Object.keys(groups) as Group[]).map((name) => (
        <section key={name}>
          <h2>{words.frame[name]}</h2>
          <ul>
            {pages[name]
              .filter(([, , isToWrite]) => !isToWrite || mayWrite(me))
              .map(([to, called]) => (
                <li key={to}>
                  <Link to={to}>{words.frame[called]}</Link>
                </li>
              ))}
            {groups[name].map((path) => (
              <Listed key={path} path={path} />
            ))}
          </ul>
        </section>
      ))}
    </Navigation>
  );
}

const Listed = ({ path }: { readonly path: string }) => (
  <li>
    <Link to="/l/$path" params={{ path }}>
      {nounAt(path)?.called()}
    </Link>
  </li>
);
