import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Who } from './act.js';
import { useAsk } from './ask.js';
import { Menu, SearchBox, Theme, Times } from './banner.js';
import { signOut } from './issuer.js';
import { Acts } from './dialog.js';
import { environment, issuerHost } from './environment.js';
import { IssuerProof } from './issuer-proof.js';
import { useHappening, useStanding } from './live.js';
import { Navigation } from './navigation.js';
import { nouns, nounOf } from './noun.js';
import { Loaded } from './part.js';
import { Screen } from './screen.js';
import { Stopped } from './stopped.js';
import { Caller, useWho } from './who.js';
import { words } from './words/speech.js';

const callerDocument = 'query { caller { kind name role members { email role account { name } } } }';

export function Shell() {
  const query = useAsk<{ caller: Who }>(callerDocument, {});
  return (
    <Loaded query={query}>
      {({ caller }) => (
        <Caller value={caller}>
          <Acts>
            <Frame />
          </Acts>
          {issuerHost !== '' && <IssuerProof />}
        </Caller>
      )}
    </Loaded>
  );
}

const nothing = (): boolean => false;

function Frame() {
  const who = useWho();
  // Keeps the connection open on every screen, so that its state is always shown.
  useHappening(nothing, nothing);
  return (
    <Screen
      banner={<Banner />}
      side={<Side isOperator={who.kind === 'operator'} isAdmin={who.role === 'admin'} />}
    />
  );
}

function Banner() {
  const who = useWho();
  const { members = [] } = who;
  const [member] = members;
  return (
    <header className="banner">
      <strong className="where">
        {environment === 'live' ? words.frame.isLive : words.frame.isSandbox}
        <span> · {environment === 'live' ? words.frame.realMoney : words.frame.noRealMoney}</span>
      </strong>
      <SearchBox />
      <Connection />
      <Theme />
      <Menu label={who.kind === 'operator' ? who.name : (member?.email ?? 'Member')}>
        {who.kind === 'operator' && <p>{`${who.name} · ${who.role}`}</p>}
        {members.map(({ role, account }) => (
          <p key={account.name}>
            {role} of {account.name}
          </p>
        ))}
        <Times />
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </Menu>
      {who.kind === 'operator' && <Stopped />}
    </header>
  );
}

const stands = {
  idle: 'not connected',
  connecting: 'connecting',
  live: 'live',
  behind: 'catching up',
  cut: 'disconnected, retrying',
} as const;

function Connection() {
  const standing = useStanding();
  return (
    <span className={`connection ${standing}`} role="status">
      {stands[standing]}
    </span>
  );
}

const groups: Readonly<Record<string, readonly string[]>> = {
  'Money in': ['FundingAccount', 'Payin', 'Refund'],
  'Money out': ['Payout', 'PayoutBatch', 'Remittance', 'Withdrawal'],
  Settlement: ['Settlement', 'SettlementSchedule', 'SettlementDestination'],
  'Customers and beneficiaries': ['Customer', 'Beneficiary'],
  Webhooks: ['WebhookEndpoint', 'Delivery'],
};
const decisions = ['Approval', 'RiskDecision', 'ReconciliationException'];
const elsewhere = new Set(['Event', 'AuditEntry', 'Account', 'Journal', ...decisions]);
const named = new Set([...Object.values(groups).flat(), ...elsewhere]);
const rest = nouns.filter(({ type, many }) => many && !named.has(type)).map(({ type }) => type);

function Side({ isOperator, isAdmin }: { readonly isOperator: boolean; readonly isAdmin: boolean }) {
  return (
    <Navigation label="Screens">
      <Group name="Every day">
        {isOperator && <Go to="/work">Work</Go>}
        <Go to="/live">Live events</Go>
        <Lists types={['Account']} />
      </Group>
      <Group name="To decide">
        <Lists types={decisions} />
      </Group>
      {Object.entries(groups).map(([name, types]) => (
        <Group key={name} name={name}>
          <Lists types={types} />
        </Group>
      ))}
      <Group name="Books">
        <Lists types={['Journal', 'Event']} />
        {isOperator && <Go to="/ledger">Platform accounts</Go>}
        <Go to="/reports">Reports</Go>
        {isOperator && <Lists types={['AuditEntry']} />}
      </Group>
      {isOperator && (
        <Group name="The service">
          <Go to="/switches">Switches</Go>
          <Go to="/health">Health</Go>
          <Go to="/storage">Storage</Go>
          {isAdmin && <Go to="/operators">Operators</Go>}
        </Group>
      )}
      <Group name="More">
        <Lists types={rest} />
        {environment === 'sandbox' && (
          <li>
            <a href="/console/graphiql">GraphiQL</a>
          </li>
        )}
      </Group>
    </Navigation>
  );
}

const Group = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <section>
    <h2>{name}</h2>
    <ul>{children}</ul>
  </section>
);

const Go = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <li>
    <Link to={to}>{children}</Link>
  </li>
);

function Lists({ types }: { readonly types: readonly string[] }) {
  return types.map((type) => {
    const noun = nounOf(type);
    return noun?.many ? (
      <li key={type}>
        <Link to="/l/$path" params={{ path: noun.path }}>
          {noun.called()}
        </Link>
      </li>
    ) : null;
  });
}
