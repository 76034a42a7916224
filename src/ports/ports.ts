import type { Catalogue } from '../domain/capability.js';
import type { CheckReport } from './checker.js';
import type { Clock } from './clock.js';
import type { Messaging } from './messaging.js';
import type { TextRecords } from './dns.js';
import type { Fetcher } from './fetcher.js';
import type { OperationKind } from '../domain/operation-kind.js';
import type { Log } from './log.js';
import type { Mailer } from './mailer.js';
import type { SentKinds } from './operation.js';
import type { Provider, SandboxBank } from './provider.js';
import type { Reader } from './reader.js';
import type { Replica } from './replica.js';
import type { Reports } from './report.js';
import type { RequestLog } from './request-log.js';
import type { Risk } from './risk.js';
import type { Sender } from './sender.js';
import type { Store } from './store.js';
import type { TraceOf } from './trace.js';
import type { Vault } from './vault.js';
import type { Webhooks } from './webhook.js';

/** Workers that sleep until something is due can be told that it is. */
export type Wake = (
  worker:
    | OperationKind
    | 'payin'
    | 'fundingAccount'
    | 'payoutBatch'
    | 'remittance'
    | 'settlementSchedule'
    | 'hostedDomain'
    | 'hostedImage'
    | 'webhook'
    | 'mail',
) => void;

/** Everything the use cases need from outside; each takes only what it names. */
export interface Ports {
  readonly store: Store;
  readonly reader: Reader;
  readonly reports: Reports;
  /** Present if a replica answers what may be read there; `reader` and `reports` ask the primary. */
  readonly replica?: Replica | undefined;
  readonly requestLog: RequestLog;
  /** Runs every invariant over one snapshot; it reads whole tables. */
  readonly checkInvariants: () => Promise<CheckReport>;
  readonly vault: Vault;
  readonly messaging: Messaging;
  readonly risk: Risk;
  readonly clock: Clock;
  readonly log: Log;
  readonly catalogue: Catalogue;
  readonly providers: ReadonlyMap<string, Provider>;
  /** Whatever is sent to them. */
  readonly operations: SentKinds;
  /** Sandbox only. */
  readonly bank: SandboxBank | undefined;
  readonly wake: Wake;
  /** Where traces are told. */
  readonly traceOf?: TraceOf | undefined;
  readonly environment: 'sandbox' | 'live';
  /** Evidence that gives money back and the end of restored mode take two operators. */
  readonly twoOperators: boolean;
  readonly quoteSeconds: number;
  /** From an intent until nothing may be sent of it any more. */
  readonly sendWindowMs: number;
  readonly records: TextRecords;
  /** Names of the service itself, under which pages are served too. */
  readonly hostedHosts: readonly string[];
  /** Origin of the public listener, if PUBLIC_URL is set. */
  readonly publicUrl?: string | undefined;
  readonly webhooks: Webhooks;
  readonly sender: Sender;
  readonly fetcher: Fetcher;
  readonly mailer: Mailer;
  /** Webhooks may go to http, to private addresses and to any port. */
  readonly allowInsecureWebhooks: boolean;
}
