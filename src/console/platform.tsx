import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from './act.js';
import { useAsk } from './ask.js';
import { row } from './document.js';
import { ActBar } from './object.js';
import { Badge, Empty, Loaded } from './part.js';
import { useWho } from './who.js';
import { catalogue, suffices } from './catalogue.js';
import { Facts, Table } from './value.js';
import { Title } from './title.js';

export { Ledger } from './ledger.js';
export { Reports } from './report.js';
export { Health } from './health.js';
export { Storage } from './storage.js';
export { Statement } from './statement.js';

const platformDocument = `query { platform { environment now machineNow payoutsStopped payoutsStoppedSince primaryTreasuryAsset restoredAt }
  suspensions(first: 100) { nodes { ${row('Suspension')} } } }`;

interface PlatformData {
  readonly platform: Row;
  readonly suspensions: { readonly nodes: readonly Row[] };
}

/** Platform-wide controls: the kill switch, suspensions, the sandbox clock. */
export function Switches() {
  const query = useAsk<PlatformData>(platformDocument, {}, { concerns: () => false });
  return (
    <>
      <Title>Switches</Title>
      <Loaded query={query}>
        {({ platform, suspensions }) => {
          const isStopped = platform['payoutsStopped'] === true;
          const all = suspensions.nodes;
          return (
            <>
              <section className={isStopped ? 'card alarm' : 'card'}>
                <h2>
                  Payouts <Badge word={isStopped ? 'stopped' : 'active'} />
                </h2>
                <p>
                  <strong>{isStopped ? 'The kill switch is on.' : 'The kill switch is off.'}</strong>{' '}
                  {catalogue.types['Platform']?.['payoutsStopped']?.words?.replace(/^.*?\. /, '')}
                </p>
                <PlatformActs platform={platform} again={query.again} only={['setPayoutKillSwitch']} />
              </section>
              <section className="card">
                <h2>Platform</h2>
                <Facts row={platform} type="Platform" />
                {platform['environment'] === 'sandbox' && (
                  <PlatformActs platform={platform} again={query.again} only={['advanceClock']} />
                )}
              </section>
              <section className="card">
                <h2>Suspensions</h2>
                <PlatformActs
                  platform={{ ...platform, suspensions }}
                  again={query.again}
                  only={['suspendCapability', 'resumeCapability']}
                />
                {all.length === 0 ? <Empty>No suspensions.</Empty> : <Table rows={all} type="Suspension" />}
              </section>
            </>
          );
        }}
      </Loaded>
      <Invariants />
    </>
  );
}

interface PlatformActsProps {
  readonly platform: Row;
  readonly again: () => void;
  readonly only: readonly string[];
}

const PlatformActs = ({ platform, again, only }: PlatformActsProps) => (
  <ActBar
    row={{ ...platform, __typename: 'Platform' }}
    type="Platform"
    again={again}
    only={({ name }) => only.includes(name)}
  />
);

interface Check {
  readonly number: number;
  readonly name: string;
  readonly holds: boolean;
  readonly count: number;
  readonly rows: unknown;
}

const invariantsDocument = 'query { invariants { holds checks { number name holds count rows } } }';

function Invariants() {
  const who = useWho();
  const [isRequested, setRequested] = useState(false);
  if (!suffices(who.role, 'support')) return null;
  return (
    <section className="card">
      <h2>Invariants</h2>
      {isRequested ? (
        <InvariantsNow />
      ) : (
        <button type="button" onClick={() => setRequested(true)}>
          Run all checks
        </button>
      )}
    </section>
  );
}

function InvariantsNow() {
  const query = useAsk<{ invariants: { holds: boolean; checks: readonly Check[] } }>(invariantsDocument, {});
  return (
    <Loaded query={query}>
      {({ invariants: { holds, checks } }) => (
        <>
          <p className={holds ? 'passed' : 'failed'} role="status">
            {holds
              ? `All ${checks.length} checks passed.`
              : `${checks.filter((each) => !each.holds).length} of ${checks.length} checks failed.`}
          </p>
          <ul className="checks">
            {checks.map(({ number, name, holds: isRight, count, rows }) => (
              <li key={number} className={isRight ? '' : 'broken'}>
                <Badge word={isRight ? 'verified' : 'failed'} /> {number}. {name}
                {!isRight && (
                  <pre className="json">
                    {count} rows: {JSON.stringify(rows, null, 2)}
                  </pre>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

const capabilitiesDocument = `query ($accountId: ID!) { capabilities(accountId: $accountId) {
  product method currency country paymentCurrency available reason provider perOperation daily limitCurrency } }`;

/** The capabilities of an account, and why some are unavailable. */
export function Capabilities() {
  const { accountId = '' } = useSearch({ strict: false });
  const query = useAsk<{ capabilities: readonly Row[] }>(capabilitiesDocument, { accountId });
  return (
    <>
      <Title>Capabilities</Title>
      <Loaded query={query}>
        {({ capabilities }) =>
          capabilities.length === 0 ? (
            <Empty>No capabilities.</Empty>
          ) : (
            <Table
              rows={capabilities}
              type="Capability"
              columns={[
                'product',
                'method',
                'currency',
                'country',
                'paymentCurrency',
                'available',
                'reason',
                'provider',
                'perOperation',
                'daily',
              ]}
            />
          )
        }
      </Loaded>
    </>
  );
}

const operatorsDocument = 'query { operators { id name role createdAt expiresAt revokedAt } }';

export function Operators() {
  const query = useAsk<{ operators: readonly Row[] }>(operatorsDocument, {});
  return (
    <>
      <Title>Operators</Title>
      <Loaded query={query}>
        {({ operators }) => (
          <Table
            rows={operators}
            type="Operator"
            columns={['name', 'role', 'id', 'createdAt', 'expiresAt', 'revokedAt']}
          />
        )}
      </Loaded>
      <p className="note">
        Create and revoke operators on the command line: <code>psp operator create</code>,{' '}
        <code>psp operator revoke</code>.
      </p>
    </>
  );
}
