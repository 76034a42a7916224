import pg from 'pg';
import type { ClientBase, Connection, QueryConfig, QueryResult, Submittable } from 'pg';

/** What the driver calls on the query whose answer arrives; its type declarations leave it out. */
interface Answered extends Submittable {
  readonly name: string;
  readonly text: string;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

/** What a query sends its messages over, and by whose notes it knows what is prepared already. */
interface Wire {
  readonly stream: Connection['stream'];
  readonly parsedStatements: Readonly<Record<string, string>>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(message: unknown): void;
  bind(message: unknown): void;
  describe(message: unknown): void;
  execute(message: unknown): void;
  flush(): void;
  sync(): void;
}

/** A prepared statement of several; `heard` is told when it has been run, before those behind it are. */
export interface BatchStatement extends QueryConfig {
  readonly heard?: (() => void) | undefined;
}

/** A connection to one query of several: the end is not its to say, and who reads no rows need not know their shape. */
class Shared implements Wire {
  isRead = false;
  readonly stream;
  readonly parsedStatements;
  readonly submittedNamedStatements;

  constructor(private readonly wire: Wire) {
    this.stream = wire.stream;
    this.parsedStatements = wire.parsedStatements;
    this.submittedNamedStatements = wire.submittedNamedStatements;
  }

  parse(message: unknown): void {
    this.wire.parse(message);
  }

  bind(message: unknown): void {
    this.wire.bind(message);
  }

  describe(message: unknown): void {
    if (this.isRead) this.wire.describe(message);
  }

  execute(message: unknown): void {
    this.wire.execute(message);
  }

  flush(): void {
    this.wire.flush();
  }

  sync(): void {
    // Said once, by the batch.
  }
}

const nothing = (): void => undefined;

/**
 * Prepared statements that travel as one: one packet there and one back, where each alone would wake both sides. The
 * server skips what follows a statement that fails. Only the last one's rows are read.
 */
export class Batch implements Submittable {
  readonly done: Promise<QueryResult>;
  readonly #queries: readonly Answered[];
  #answered = 0;
  #wire: Wire | undefined;
  #fail: (error: Error) => void = nothing;

  constructor(
    client: ClientBase,
    readonly statements: readonly BatchStatement[],
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
    const types = { getTypeParser: client.getTypeParser.bind(client) };
    this.#fail = reject;
    this.done = promise;
    this.#queries = statements.map((statement, index) => {
      const isLast = index === statements.length - 1;
      const heard = (error: Error | null | undefined, result: QueryResult): void => {
        if (error) reject(error);
        else if (isLast) resolve(result);
      };
      const config = { ...statement, types, callback: heard };
      return new pg.Query(config as QueryConfig) as unknown as Answered;
    });
  }

  /** The driver takes what has been prepared to be the query's statement: here the first that was not yet. */
  get name(): string | undefined {
    return this.#preparing?.name;
  }

  get text(): string | undefined {
    return this.#preparing?.text;
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    const shared = new Shared(wire);
    this.#wire = wire;
    wire.stream.cork();
    for (const [index, query] of this.#queries.entries()) {
      shared.isRead = this.#isRead(query);
      query.submit(shared as unknown as Connection);
      // The server keeps its answers until it is asked for them, or has many.
      if (this.statements[index]?.heard) wire.flush();
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    const query = this.#current;
    if (query && this.#isRead(query)) query.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#current?.handleCommandComplete(message, connection);
    this.statements[this.#answered]?.heard?.();
    this.#answered += 1;
  }

  handleError(error: Error): void {
    const { submittedNamedStatements: submitted, parsedStatements: parsed } = this.#wire ?? {};
    for (const { name } of this.#queries) if (parsed?.[name] === undefined) delete submitted?.[name];
    this.#fail(error);
  }

  handleReadyForQuery(connection: Connection): void {
    for (const query of this.#queries) query.handleReadyForQuery(connection);
  }

  get #current(): Answered | undefined {
    return this.#queries[this.#answered];
  }

  get #preparing(): Answered | undefined {
    const parsed = this.#wire?.parsedStatements;
    return parsed && this.#queries.find(({ name }) => parsed[name] === undefined);
  }

  #isRead(query: Answered): boolean {
    return query === this.#queries.at(-1);
  }
}
