import type { ProviderLimits } from '../../../domain/capability.js';
import { exact } from '../../../domain/money.js';
import type { Log } from '../../../ports/log.js';
import type { Circuit } from './circuit.js';
import type { Link } from './link.js';
import { balance, capabilities, type Capabilities, type Feature } from './protocol.js';

export interface WatchOptions {
  readonly name: string;
  readonly environment: 'sandbox' | 'live';
  /** Least balance by currency, as decimal text; below it an alarm is raised. */
  readonly floors: Readonly<Record<string, string>>;
  /** Methods and currencies routed to this connector. */
  readonly routes: readonly { readonly method: string; readonly currency: string }[];
  readonly log: Log;
}

const capabilitiesEveryMs = 60 * 60_000;
const balanceEveryMs = 5 * 60_000;
const againMs = 5_000;
const settlingMsMost = 24 * 60 * 60_000;
const skewMsMost = 30_000;
const skewWaitMs = 5_000;

/** Monitors a connector: its capabilities, its balance, its clock and its alarms. */
export class Watch {
  private offer: Capabilities | undefined;
  private etag: string | undefined;
  private capabilitiesAt = 0;
  private lookedAt = 0;
  private balanceAt = 0;
  private misfit: string | undefined;
  private readonly alarms = new Map<string, string>();

  constructor(
    private readonly options: WatchOptions,
    private readonly link: Link,
    private readonly circuit: Circuit,
  ) {}

  get settlingMs(): number {
    // Before the capabilities are known, "not found" proves nothing, so the longest time applies.
    return this.offer === undefined ? settlingMsMost : this.offer.settling_seconds * 1000;
  }

  /** Whether the connector offers this route; true until its capabilities are known. */
  offers(product: string, method: string, currency: string): boolean {
    return this.offer === undefined || this.found(product, method, currency) !== undefined;
  }

  limits(product: string, method: string, currency: string): ProviderLimits | undefined {
    const { per_operation: perOperation, daily } = this.found(product, method, currency)?.limits ?? {};
    return { perOperation, daily };
  }

  private found(product: string, method: string, currency: string) {
    return this.offer?.capabilities.find(
      (each) => each.product === product && each.method === method && each.currency === currency,
    );
  }

  has(feature: Feature): boolean {
    return this.offer === undefined || this.offer.features.includes(feature);
  }

  /** Milliseconds that new orders have to wait. */
  waitMs(): number {
    if (this.offer === undefined) return againMs;
    if (this.isSkewed) return skewWaitMs;
    return this.circuit.waitMs();
  }

  get troubles(): readonly string[] {
    return [...this.alarms.values()];
  }

  get subjects(): readonly string[] {
    return [...this.alarms.keys()];
  }

  private get isSkewed(): boolean {
    return Math.abs(this.link.skewMs) > skewMsMost;
  }

  /** Reads everything that is due. A failure raises an alarm, and the read is retried soon. */
  async look(now: number): Promise<void> {
    // While the clock is wrong no order is sent, so only this read can show that the clock is right again.
    const isDue = now >= this.capabilitiesAt || (this.isSkewed && now >= this.lookedAt + againMs);
    if (isDue) {
      this.lookedAt = now;
      this.capabilitiesAt = now + againMs;
      await this.attempt('capabilities', () => this.readCapabilities());
      const isWell = !this.alarms.has('capabilities') && !this.isSkewed;
      if (isWell) this.capabilitiesAt = now + capabilitiesEveryMs;
    }
    if (this.offer !== undefined && now >= this.balanceAt) {
      this.balanceAt = now + balanceEveryMs;
      await this.attempt('balance', () => this.readBalance());
    }
    this.listen();
  }

  /** Called after each answer: updates the alarms of clock and circuit. */
  listen(): void {
    const seconds = Math.round(this.link.skewMs / 1000);
    this.alarm(
      'clock',
      this.isSkewed ? `its clock is ${seconds} seconds off; nothing is sent to it` : undefined,
    );
    this.alarm(
      'circuit',
      this.circuit.isOpen ? 'its answers leave orders uncertain; new ones wait' : undefined,
    );
  }

  /**
   * Throws if the connector is of the other environment. An unreachable connector passes; it gets no orders
   * until it answers.
   */
  async assertEnvironment(now: number): Promise<void> {
    await this.look(now);
    if (this.misfit !== undefined) throw new Error(this.misfit);
  }

  private async readCapabilities(): Promise<void> {
    const response = await this.link.read(capabilities, '/capabilities', { etag: this.etag });
    if (response === 'unchanged') return;
    const { environment } = this.options;
    this.misfit =
      response.body.environment === environment
        ? undefined
        : `it is a connector of ${response.body.environment}, and this is ${environment}; nothing is sent to it`;
    if (this.misfit !== undefined) {
      this.offer = undefined;
      this.etag = undefined;
      throw new Error(this.misfit);
    }
    this.offer = response.body;
    this.etag = response.etag;
    this.link.take(response.body.concurrency);
    const gone = this.options.routes.filter(
      ({ method, currency }) =>
        !response.body.capabilities.some((each) => each.method === method && each.currency === currency),
    );
    const names = gone.map(({ method, currency }) => `${currency} ${method}`).join(', ');
    this.alarm('offer', gone.length > 0 ? `it does not offer ${names}, which is routed to it` : undefined);
  }

  private async readBalance(): Promise<void> {
    const response = await this.link.read(balance, '/balance');
    if (response === 'unchanged') return;
    const standing = new Map(response.body.balances.map((each) => [each.currency, each.amount]));
    const low = Object.entries(this.options.floors).filter(([currency, floor]) =>
      exact(standing.get(currency) ?? '0').isLessThan(exact(floor)),
    );
    const words = low.map(
      ([currency, floor]) => `${standing.get(currency) ?? '0'} ${currency}, below the floor of ${floor}`,
    );
    this.alarm('floor', low.length > 0 ? `the balance is ${words.join(' and ')}` : undefined);
  }

  private async attempt(subject: string, look: () => Promise<void>): Promise<void> {
    try {
      await look();
      this.alarm(subject, undefined);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.alarm(subject, `its ${subject} cannot be read: ${why}`);
    }
  }

  /** Logs once when an alarm begins and once when it ends. */
  private alarm(subject: string, words: string | undefined): void {
    const before = this.alarms.get(subject);
    if (words === undefined) this.alarms.delete(subject);
    else this.alarms.set(subject, words);
    const { name: provider, log } = this.options;
    if (words !== undefined && before === undefined)
      log.error({ provider, alarm: subject, reason: words }, 'connector alarm');
    else if (words === undefined && before !== undefined)
      log.info({ provider, alarm: subject }, 'connector alarm ended');
  }
}
