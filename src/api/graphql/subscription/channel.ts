import { execute, type ExecutionResult } from 'graphql';
import type { OwnedEvent } from '../../../ports/ledger-read.js';
import { refusalBehind, formatError, isFault } from '../error.js';
import type { Context } from '../context.js';
import type { Operation } from './document.js';
import type { Watched } from './watch.js';
import type { Watcher } from './watcher.js';

/** Watchers with the same subscription on the same account and the same visible data. They share each message. */
export class Channel {
  /** Watchers that get new events. */
  readonly members = new Set<Watcher>();
  /** Members, and watchers that are about to join. */
  readonly all = new Set<Watcher>();

  constructor(
    readonly watched: Watched,
    private readonly operation: Operation,
    private readonly context: () => Context,
  ) {}

  /** The messages for an event, created once for all watchers. */
  async messagesOf(event: OwnedEvent): Promise<string[]> {
    const context = this.context();
    return this.#executed(await this.watched.messages(event, context), context);
  }

  async presentMessages(): Promise<string[]> {
    const context = this.context();
    return this.#executed(await this.watched.present(context), context);
  }

  async #executed(values: readonly unknown[], contextValue: Context): Promise<string[]> {
    const { schema, document, operationName, variables } = this.operation;
    const texts: string[] = [];
    for (const rootValue of values) {
      const ask = { schema, document, rootValue, contextValue, variableValues: variables, operationName };
      texts.push(textOf(await execute(ask)));
    }
    return texts;
  }
}

/** An internal error is thrown instead of sent, so that the event is sent once it can be read. */
function textOf({ data, errors = [] }: ExecutionResult): string {
  const fault = errors.find(
    (error) => isFault(error) || refusalBehind(error)?.code === 'temporarily_unavailable',
  );
  if (fault !== undefined) throw fault.originalError ?? fault;
  if (errors.length === 0) return JSON.stringify({ data });
  return JSON.stringify({ data, errors: errors.map((error) => formatError(error.toJSON(), error)) });
}
