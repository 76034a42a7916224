import { createHash } from 'node:crypto';
import type { Journal } from '../protocol/journal.ts';
import { EarlyFile, type Applier } from './apply.ts';
import { addProblem, resolveProblem } from './problems.ts';
import { readBankFile } from './read-file.ts';
import type { Listed, Transport } from './transport.ts';
import { UnreadableFile } from './xml-reader.ts';

interface Stored {
  readonly id: number;
  readonly name: string;
}

interface Limits {
  readonly bytesMost: number;
  /** Called for each file that is set aside, with its content if that was stored. */
  readonly setAside: (file: { id: number; name: string; reason: string; content?: Uint8Array }) => void;
}

const isTemporary = (name: string): boolean => /^\.|\.(tmp|part|partial|filepart|uploading)$/i.test(name);

/** Fetches the bank's files, each once, and applies them in the order of their arrival. */
export class Inbox {
  readonly #journal: Journal;
  readonly #applier: Applier;
  readonly #limits: Limits;
  /** Size and time of each file when last listed; a file that still grows is left for later. */
  #seen = new Map<string, string>();
  /** Initially true, because the profile may have changed since the last process. */
  #mayEndWait = true;

  constructor(journal: Journal, applier: Applier, limits: Limits) {
    this.#journal = journal;
    this.#applier = applier;
    this.#limits = limits;
  }

  /** A file is stored before it is moved away. One that fails is tried again at the next call; the others are taken. */
  async fetch(transport: Transport): Promise<void> {
    const listed = (await transport.list()).filter(({ name }) => !isTemporary(name));
    const before = this.#seen;
    this.#seen = new Map(listed.map((each) => [each.name, signOf(each)]));
    const ripe = listed
      .filter((each) => before.get(each.name) === signOf(each))
      .toSorted((a, b) => a.modified - b.modified || (a.name < b.name ? -1 : 1));
    const failures: unknown[] = [];
    for (const file of ripe)
      try {
        await this.#take(transport, file);
      } catch (error) {
        failures.push(error);
        // If listing fails too, the connection is the fault and not the file.
        await transport.list();
      }
    if (failures.length > 0)
      throw new Error(`${failures.length} of ${ripe.length} files could not be fetched`, {
        cause: failures[0],
      });
  }

  async #take(transport: Transport, file: Listed): Promise<void> {
    const { name, size, modified } = file;
    if (size > this.#limits.bytesMost) {
      const reason = `it has ${size} bytes; the most is ${this.#limits.bytesMost}`;
      const id = this.#store(name, digestOf(`${name} ${size} ${modified}`), undefined);
      if (id !== undefined) this.#aside({ id, name }, reason);
      return transport.move(name, 'aside', uniqueName(name));
    }
    const content = await transport.read(name);
    const digest = digestOf(content);
    this.#store(name, digest, content);
    await transport.move(name, 'done', uniqueName(name));
  }

  /** Undefined where the same content was stored before. */
  #store(name: string, digest: string, content: Uint8Array | undefined): number | undefined {
    const row = this.#journal.one<{ id: number }>(
      `insert into file_in (name, digest, content, received_at) values (?, ?, ?, ?)
       on conflict (digest) do nothing returning id`,
      name,
      digest,
      content ?? null,
      new Date().toISOString(),
    );
    return row?.id;
  }

  /** Applies what has arrived. Files wait for a statement: they are read again only after one was applied. */
  async apply(): Promise<void> {
    await this.#applyAll('received');
    while (this.#mayEndWait) {
      this.#mayEndWait = false;
      await this.#applyAll('waiting');
    }
  }

  async #applyAll(state: 'received' | 'waiting'): Promise<void> {
    const files = this.#journal.all<Stored>(
      'select id, name from file_in where state = ? and content is not null order by id',
      state,
    );
    for (const file of files) await this.#applyOne(file);
  }

  async #applyOne(file: Stored): Promise<void> {
    const { content = new Uint8Array() } =
      this.#journal.one<{ content: Uint8Array }>('select content from file_in where id = ?', file.id) ?? {};
    try {
      const read = await readBankFile(content);
      this.#journal.commit(() => {
        const { kind, messageId } = read;
        const twin = this.#journal.one<{ id: number }>(
          "select id from file_in where message_kind = ? and message_id = ? and state = 'applied' and id <> ?",
          kind,
          messageId,
          file.id,
        );
        if (twin)
          throw new UnreadableFile(`its message id ${messageId} was used before with another content`);
        this.#applier.apply(read);
        this.#journal.run(
          "update file_in set state = 'applied', reason = null, message_kind = ?, message_id = ? where id = ?",
          kind,
          messageId,
          file.id,
        );
        resolveProblem(this.#journal, `gap:${file.id}`, 'the missing file arrived');
      });
      if (read.kind === 'camt.053') this.#mayEndWait = true;
    } catch (error) {
      if (error instanceof EarlyFile) this.#wait(file, error.message);
      else if (error instanceof UnreadableFile) this.#aside({ ...file, content }, error.message);
      // A file that causes an internal error does not block the others; `retry` reads it again.
      else
        this.#aside(
          { ...file, content },
          `it could not be applied: ${error instanceof Error ? error.message : String(error)}`,
        );
    }
  }

  #wait({ id, name }: Stored, reason: string): void {
    this.#journal.run("update file_in set state = 'waiting', reason = ? where id = ?", reason, id);
    addProblem(this.#journal, { key: `gap:${id}`, kind: 'gap', text: `${name} waits: ${reason}` });
  }

  #aside({ id, name, content }: { id: number; name: string; content?: Uint8Array }, reason: string): void {
    this.#journal.run("update file_in set state = 'aside', reason = ? where id = ?", reason, id);
    this.#limits.setAside({ id, name, reason, ...(content && { content }) });
  }
}

/** The bank may use a name again. A name has at most 255 bytes in most file systems. */
const uniqueName = (name: string): string =>
  `${Date.now()}-${name.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(-200)}`;
const signOf = ({ size, modified }: Listed): string => `${size} ${modified}`;
const digestOf = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');
