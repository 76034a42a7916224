/** Machine milliseconds. */
type Now = () => number;

const probeMs = 20_000;
/** Until one that waits asks again. */
const againMs = 2_000;

/**
 * After so many answers in a row that left an order uncertain, new orders wait; once it has been open for a while one of
 * them is let through, and what becomes of it opens or closes the circuit.
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

  /** How long an order has to wait; nothing for the one that is let through, and for all where it is closed. */
  waitMs(): number {
    if (this.openedAt === undefined) return 0;
    const now = this.now();
    const left = Math.max(this.openedAt + this.options.openMs, this.probeUntil) - now;
    if (left > 0) return Math.min(left, againMs);
    // The one that was let through may never be sent: then another one is.
    this.probeUntil = now + probeMs;
    return 0;
  }

  /** Whether this answer opened it. */
  uncertain(): boolean {
    this.inRow += 1;
    const wasOpen = this.isOpen;
    if (!wasOpen && this.inRow < this.options.uncertainMost) return false;
    this.openedAt = this.now();
    this.probeUntil = 0;
    return !wasOpen;
  }

  /** Whether this answer closed it. */
  certain(): boolean {
    const wasOpen = this.isOpen;
    this.inRow = 0;
    this.openedAt = undefined;
    this.probeUntil = 0;
    return wasOpen;
  }
}
