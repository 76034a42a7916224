import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A bench process that answers questions one after another. */
export interface Child<Ask, Answer> {
  readonly pid: number;
  ask(question: Ask): Promise<Answer>;
  stop(): Promise<void>;
}

type Reply<Answer> = { readonly answer: Answer } | { readonly fault: string };

/** Starts `bench/<program>.ts` as a process. */
export function startChild<Ask extends object, Answer>(program: string): Child<Ask, Answer> {
  const file = join(import.meta.dirname, `${program}.ts`);
  const child = fork(file, [], { serialization: 'advanced' });
  const exited = once(child, 'exit');
  return {
    pid: child.pid ?? Number.NaN,
    async ask(question) {
      child.send(question);
      const ended = exited.then((): never => {
        throw new Error(`the process of bench/${program}.ts ended by itself`);
      });
      const [reply] = (await Promise.race([once(child, 'message'), ended])) as [Reply<Answer>];
      if ('fault' in reply) throw new Error(`bench/${program}.ts: ${reply.fault}`);
      return reply.answer;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** In the child: answers each question, and exits with its parent. */
export function answerParent<Ask, Answer>(work: (question: Ask) => Promise<Answer>): void {
  process.on('message', (question: Ask) => {
    work(question).then(
      (answer) => process.send?.({ answer }),
      (error: unknown) => process.send?.({ fault: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
