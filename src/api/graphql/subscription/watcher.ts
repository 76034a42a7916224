import type { WebSocket } from 'ws';

/** Why a socket was closed: 4000 and the status that REST has for it, or one of our own. */
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

/** Bytes that wait for a reader before nothing more is put there, and how long it has to take some of them. */
const waitingMax = 64 * 1024;
const patienceMs = 5_000;
const lookEveryMs = 20;

/** One subscription of one socket: where in the log it stands, and the way to its reader. */
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

  /** `payload` is one text for however many watch. */
  send(payload: string): void {
    if (!this.hasEnded) this.socket.send(`${this.#head}${payload}}`);
  }

  /** Resolves once there is room again; who takes nothing of what waits for so long is closed. */
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
