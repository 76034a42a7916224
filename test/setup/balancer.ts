import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process as a balancer sees it. */
export interface Backend {
  readonly baseUrl: string;
  readonly internalUrl: string;
}

export interface BalancedRequest {
  readonly to: keyof Backend;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const askEveryMs = 100;

/** Hands requests, over connections that it keeps, to processes in turn: to those whose /readyz was 200 when it last asked. */
export class Balancer {
  /** The faults that callers would have heard instead of an answer: a reset, a refusal. */
  readonly broken: string[] = [];
  answered = 0;
  readonly #agents = new Map<Backend, Agent>();
  readonly #ready = new Set<Backend>();
  #turn = 0;

  add(backend: Backend): void {
    this.#agents.set(backend, new Agent({ keepAlive: true }));
    void this.#watch(backend);
  }

  remove(backend: Backend): void {
    this.#agents.get(backend)?.destroy();
    this.#agents.delete(backend);
    this.#ready.delete(backend);
  }

  get ready(): number {
    return this.#ready.size;
  }

  /** The status of the answer; undefined where there was none. */
  async ask(request: BalancedRequest): Promise<number | undefined> {
    const ready = [...this.#ready];
    const backend = ready[(this.#turn += 1) % ready.length];
    if (backend === undefined) throw new Error('no process is ready');
    try {
      const status = await this.#send(backend, request);
      this.answered += 1;
      return status;
    } catch (error) {
      this.broken.push(`${request.to} ${(error as NodeJS.ErrnoException).code}`);
      return undefined;
    }
  }

  #send(backend: Backend, { to, path, method, headers, body }: BalancedRequest): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const agent = this.#agents.get(backend);
      request(`${backend[to]}${path}`, { agent, method, headers }, (answer) =>
        answer
          .resume()
          .on('error', reject)
          .on('end', () => resolve(answer.statusCode)),
      )
        .on('error', reject)
        .end(body);
    });
  }

  async #watch(backend: Backend): Promise<void> {
    while (this.#agents.has(backend)) {
      const isReady = await fetch(`${backend.internalUrl}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isReady && this.#agents.has(backend)) this.#ready.add(backend);
      else this.#ready.delete(backend);
      await sleep(askEveryMs);
    }
  }
}
