/** Machine time in milliseconds. */
type Now = () => number;

const probeMs = 20_000;
/** Delay before a waiting order checks again. */
const againMs = 2_000;

/**
 * A circuit breaker. After a number of consecutive uncertain answers new orders wait. After a while one order
 * is let through, and its outcome closes the circuit or opens it again.
 */
export class Circuit {
  private inRow = 0;
  private openedAt: number | undefined;
  private probeUntil = 0;

  constructor(
    private readonly options: { readonly uncertainMost: number; readonly openMs: number },
    private readonly now: Now,
  ) {}

  get isOpen(): boolean {
    return this.openedAt !== undefined;
  }

  /** Milliseconds an order has to wait; 0 if the circuit is closed or this order is the probe. */
  waitMs(): number {
    if (this.openedAt === undefined) return 0;
    const now = this.now();
    const left = Math.max(this.openedAt + this.options.openMs, this.probeUntil) - now;
    if (left > 0) return Math.min(left, againMs);
    // The probe may never be sent; another order gets its turn after this time.
    this.probeUntil = now + probeMs;
    return 0;
  }

  /** Returns whether this answer opened the circuit. */
  uncertain(): boolean {
    this.inRow += 1;
    const wasOpen = this.isOpen;
    if (!wasOpen && this.inRow < this.options.uncertainMost) return false;
    this.openedAt = this.now();
    this.probeUntil = 0;
    return !wasOpen;
  }

  /** Returns whether this answer closed the circuit. */
  certain(): boolean {
    const wasOpen = this.isOpen;
    this.inRow = 0;
    this.openedAt = undefined;
    this.probeUntil = 0;
    return wasOpen;
  }
}
