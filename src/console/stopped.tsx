import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAsk } from './ask.js';
import { setServiceTime } from './clock.js';
import { setRestored } from './held.js';
import { Since } from './part.js';

interface Data {
  readonly platform: {
    readonly now: string;
    readonly payoutsStopped: boolean;
    readonly payoutsStoppedSince: string | null;
    readonly restoredAt: string | null;
  };
  readonly auditLog: {
    readonly edges: readonly { readonly node: { readonly operator: string; readonly reason: string } }[];
  };
}

const document = `query { platform { now payoutsStopped payoutsStoppedSince restoredAt }
  auditLog(first: 1, filter: { action: "payouts.stop" }) { edges { node { operator reason } } } }`;

const never = (): boolean => false;

/** Says on every screen that payouts are stopped; it also keeps business time and restored mode. For operators. */
export function Stopped() {
  // Reloaded every few seconds with the other data, not after each event.
  const { loaded } = useAsk<Data>(document, {}, { concerns: never });
  useEffect(() => {
    if (!loaded) return;
    setServiceTime(loaded.data.platform.now);
    setRestored(loaded.data.platform.restoredAt !== null);
  }, [loaded]);
  if (!loaded?.data.platform.payoutsStopped) return null;
  const { payoutsStoppedSince: since } = loaded.data.platform;
  const [entry] = loaded.data.auditLog.edges;
  return (
    <div className="stopped" role="status">
      <strong>Payouts are stopped.</strong> Nothing is sent to a bank
      {entry && `. Stopped by ${entry.node.operator}: ${entry.node.reason}`}
      {since !== null && (
        <>
          {' · '}
          <Since at={since} />
        </>
      )}{' '}
      <Link to="/switches">Switches</Link>
    </div>
  );
}
