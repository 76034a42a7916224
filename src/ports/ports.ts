import type { Catalogue } from '../domain/capability.js';
import type { CheckReport } from './checker.js';
import type { Clock } from './clock.js';
import type { Messaging } from './messaging.js';
import type { TextRecords } from './dns.js';
import type { Fetcher } from './fetcher.js';
import type { Issuer } from './issuer.js';
import type { Passkeys } from './passkeys.js';
import type { Retention } from '../domain/retention.js';
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
import type { FreeBytes, Storage } from './storage.js';
import type { Store } from './store.js';
import type { TraceOf } from './trace.js';
import type { Vault } from './vault.js';
import type { Webhooks } from './webhook.js';

/** Wakes a worker that sleeps until something is due. */
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

/** The platform as people know it. */
export interface Platform {
  readonly name: string;
  /** Address for questions. */
  readonly email?: string | undefined;
}

/** Everything that use cases need from outside. Each use case takes only the ports it names. */
export interface Ports {
  readonly store: Store;
  readonly reader: Reader;
  readonly reports: Reports;
  /** Present if a replica answers what may be read there; `reader` and `reports` ask the primary. */
  readonly replica?: Replica | undefined;
  readonly requestLog: RequestLog;
  readonly storage: Storage;
  readonly freeBytes: FreeBytes;
  readonly retention: Retention;
  /** Checks every invariant in one snapshot; reads whole tables. */
  readonly checkInvariants: () => Promise<CheckReport>;
  readonly vault: Vault;
  readonly messaging: Messaging;
  readonly risk: Risk;
  readonly clock: Clock;
  readonly log: Log;
  readonly catalogue: Catalogue;
  readonly providers: ReadonlyMap<string, Provider>;
  /** The kinds of operations that are sent to providers. */
  readonly operations: SentKinds;
  /** Sandbox only. */
  readonly bank: SandboxBank | undefined;
  readonly wake: Wake;
  /** Absent if traces are not exported. */
  readonly traceOf?: TraceOf | undefined;
  readonly environment: 'sandbox' | 'live';
  /** Two operators are needed for evidence that returns money, and to leave restored mode. */
  readonly twoOperators: boolean;
  readonly quoteSeconds: number;
  /** How long after its intent an operation may be sent. */
  readonly sendWindowMs: number;
  readonly records: TextRecords;
  /** Hostnames of the service itself that also serve pages. */
  readonly hostedHosts: readonly string[];
  /** Origin of the public listener, if PUBLIC_URL is set. */
  readonly publicUrl?: string | undefined;
  /** The platform as people know it. */
  readonly platform: Platform;
  /** Absent while PUBLIC_URL names no host under which browsers keep passkeys. */
  readonly passkeys?: Passkeys | undefined;
  /** Absent: operators sign in with tokens alone. */
  readonly issuer?: Issuer | undefined;
  readonly webhooks: Webhooks;
  readonly sender: Sender;
  readonly fetcher: Fetcher;
  readonly mailer: Mailer;
  /** Allows webhooks to http, to private addresses and to any port. */
  readonly allowInsecureWebhooks: boolean;
}
