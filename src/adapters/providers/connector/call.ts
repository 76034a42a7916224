import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { bodyMost } from './protocol.js';

export interface Request {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Time limit for everything, from connecting to the last byte of the response. */
  readonly deadlineMs: number;
  /** Checked just before the first byte is sent; uses machine time. */
  readonly mayLeave?: () => boolean;
}

export type Outcome =
  | { readonly is: 'answered'; readonly status: number; readonly headers: IncomingHttpHeaders; body: Buffer }
  /** No byte was sent. */
  | { readonly is: 'not sent'; readonly why: string }
  /** Not started, because `mayLeave` said no. */
  | { readonly is: 'too late' }
  /** Sent at least in part; the outcome is unknown. */
  | { readonly is: 'broken'; readonly why: string };

const overdue = new Error('it was too late to send');
const tooLong = new Error(`the answer is longer than ${bodyMost / 1024} KiB`);
const noAnswer = new Error('no answer in time');

/** Makes one request, from connecting to the end of the response. Never rejects. */
export function call(by: Dispatcher, request: Request): Promise<Outcome> {
  return new Promise((resolve) => {
    const exchange = new Exchange(request, resolve);
    const { method, path, headers, body } = request;
    by.dispatch({ method, path, headers, body: body.length === 0 ? null : body }, exchange);
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | undefined;
  private isSettled = false;
  private status = 0;
  private headers: IncomingHttpHeaders = {};
  private readonly parts: Buffer[] = [];
  private length = 0;

  constructor(
    private readonly request: Request,
    private readonly resolve: (outcome: Outcome) => void,
  ) {
    this.timer = setTimeout(() => this.fail(noAnswer), request.deadlineMs);
  }

  /** Called when a connection is ready, before the first byte is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    const isOverdue = this.request.mayLeave?.() === false;
    if (isOverdue) this.settle({ is: 'too late' });
    if (this.isSettled) return controller.abort(overdue);
    this.controller = controller;
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.length += chunk.length;
    if (this.length > bodyMost) this.fail(tooLong);
    else this.parts.push(chunk);
  }

  onResponseEnd(): void {
    const { status, headers } = this;
    this.settle({ is: 'answered', status, headers, body: Buffer.concat(this.parts) });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail(error);
  }

  private fail(error: Error): void {
    const why = reasonOf(error);
    this.settle(this.controller === undefined ? { is: 'not sent', why } : { is: 'broken', why });
    this.controller?.abort(error);
  }

  private settle(outcome: Outcome): void {
    if (this.isSettled) return;
    this.isSettled = true;
    clearTimeout(this.timer);
    this.resolve(outcome);
  }
}

/** A short reason with the error code if there is one. The address helps an operator. */
function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return (code === undefined ? error.message : `${code}: ${error.message}`).slice(0, 200);
}
