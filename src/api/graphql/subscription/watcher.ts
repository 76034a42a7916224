import type { WebSocket } from 'ws';

/** Close codes and reasons: 4000 plus the HTTP status of REST, or our own. */
export const closing = {
  stopping: {
    code: 1001,
    reason: 'The service is stopping; reconnect and continue after the last event.',
  },
  slow: { code: 4290, reason: 'The client reads too slowly; reconnect and continue after the last event.' },
  failed: {
    code: 4503,
    reason: 'Temporarily unavailable; reconnect and continue after the last event.',
  },
} as const;

/** Most unsent bytes of one reader, and how long it may read nothing. */
const waitingMax = 64 * 1024;
const patienceMs = 5_000;
const lookEveryMs = 20;

/** One subscription on one socket, with its position in the log. */
export class Watcher {
  position = 0n;
  #hasEnded = false;
  readonly #head: string;

  constructor(
    private readonly socket: WebSocket,
    id: string,
  ) {
    this.#head = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
  }

  get hasEnded(): boolean {
    return this.#hasEnded || this.socket.readyState !== this.socket.OPEN;
  }

  get isBehind(): boolean {
    return this.socket.bufferedAmount > waitingMax;
  }

  /** `payload` is one text, shared by all watchers. */
  send(payload: string): void {
    if (!this.hasEnded) this.socket.send(`${this.#head}${payload}}`);
  }

  /** Resolves once the reader has caught up. A reader that reads nothing for too long is disconnected. */
  async room(): Promise<void> {
    let tookAt = performance.now();
    for (let waiting = Number.POSITIVE_INFINITY; !this.hasEnded && this.isBehind;) {
      const { bufferedAmount } = this.socket;
      if (bufferedAmount < waiting) tookAt = performance.now();
      waiting = bufferedAmount;
      if (performance.now() - tookAt > patienceMs) return this.close('slow');
      await new Promise((resolve) => {
        setTimeout(resolve, lookEveryMs);
      });
    }
  }

  close(why: keyof typeof closing): void {
    const { code, reason } = closing[why];
    this.socket.close(code, reason);
  }

  end(): void {
    this.#hasEnded = true;
  }
}
