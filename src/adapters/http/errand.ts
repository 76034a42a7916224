import type { Dispatcher } from 'undici';
import type { WebhookTarget } from '../../domain/webhook-url.js';
import type { PostResult, WebhookRequest } from '../../ports/sender.js';
import type { ReceiverConnection } from './connection.js';
import type { Names } from './name.js';
import type { ConnectionPool } from './pool.js';
import { Cut, reasonOf } from './reason.js';

/** What all deliveries of a sender share. */
export interface Office {
  readonly targetOf: (url: string) => WebhookTarget;
  readonly names: Names;
  readonly pool: ConnectionPool;
  /** Deliveries that have not ended. */
  readonly under: Set<Delivery>;
}

const deadlineMs = 10_000;
const bodyMost = 64 * 1024;
const tooLate = new Cut('No answer within 10 seconds.');
const enough = new Cut('The answer was too long.');

/** One POST, from resolving the name until the response body has ended or was cut off. */
export class Delivery implements Dispatcher.DispatchHandler {
  private readonly began = performance.now();
  private readonly deadline = setTimeout(() => this.end(tooLate), deadlineMs);
  private connection: ReceiverConnection | undefined;
  private isSettled = false;
  private bodyLength = 0;

  constructor(
    private readonly office: Office,
    private readonly request: WebhookRequest,
    private readonly settled: (posted: PostResult) => void,
  ) {
    office.under.add(this);
  }

  /** Never rejects: a failure is reported as the outcome of the delivery. */
  async run(): Promise<void> {
    try {
      const target = this.office.targetOf(this.request.url);
      const addresses = await addressesOf(target, this.office.names);
      // The deadline may have passed while the name was resolved.
      if (this.isSettled) return;
      const { headers, body } = this.request;
      this.connection = this.office.pool.take({ origin: target.origin, addresses });
      this.connection.send({ method: 'POST', path: target.path, headers, body }, this);
    } catch (error) {
      this.end(error);
    }
  }

  /** Ends the delivery at once and marks it as cut by us, not failed by the receiver. */
  abandon(reason: Cut): void {
    this.settle({ httpStatus: null, error: reason.message, isCut: true });
    this.end(reason);
  }

  onRequestStart(): void {
    // undici rejects a handler without this method.
  }

  onResponseStart(_controller: unknown, status: number): void {
    // 1xx is informational; the final status follows.
    if (status < 200) return;
    this.settle({ httpStatus: status, error: null });
    if (this.connection) this.office.pool.answered(this.connection);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.bodyLength += chunk.length;
    if (this.bodyLength > bodyMost) this.end(enough);
  }

  onResponseEnd(): void {
    const { connection } = this;
    this.close();
    if (connection) this.office.pool.release(connection);
  }

  /**
   * Also called when the receiver closed a kept-alive connection. We cannot know whether it read the request,
   * so it counts as a failure.
   */
  onResponseError(_controller: unknown, error: Error): void {
    this.end(error);
  }

  private end(error: unknown): void {
    const { connection } = this;
    this.settle({ httpStatus: null, error: reasonOf(error) });
    this.close();
    if (connection) this.office.pool.drop(connection, error instanceof Error ? error : tooLate);
  }

  private close(): void {
    clearTimeout(this.deadline);
    this.connection = undefined;
    this.office.under.delete(this);
  }

  private settle(outcome: Omit<PostResult, 'durationMs'>): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.settled({ ...outcome, durationMs: Math.floor(performance.now() - this.began) });
  }
}

async function addressesOf({ host }: WebhookTarget, names: Names): Promise<readonly string[]> {
  return 'address' in host ? [host.address] : names.checked(host.name);
}
