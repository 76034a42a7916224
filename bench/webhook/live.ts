import { Connection } from '../connection.ts';
import { customerOf, type Holder } from '../payers.ts';
import type { Subject } from '../subject.ts';

const livePerSecond = 200;
export const tickMs = 1000 / livePerSecond;

/** Creates events at a pace, by default every five milliseconds, for one account after another. */
export async function atAPace(
  { baseUrl }: Pick<Subject, 'baseUrl'>,
  holders: readonly Holder[],
  ms: number,
  everyMs = tickMs,
): Promise<void> {
  const idle: Connection[] = [];
  const make = async (holder: Holder): Promise<void> => {
    const connection = idle.pop() ?? new Connection(baseUrl);
    const { status, text } = await connection.ask(customerOf(holder), undefined);
    if (status !== 201) throw new Error(`POST /v1/customers answered ${status} ${text}`);
    idle.push(connection);
  };
  const answers: Promise<void>[] = [];
  const start = performance.now();
  const count = Math.floor(ms / everyMs);
  for (let nth = 0; nth < count; nth += 1) {
    const waitMs = start + nth * everyMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const holder = holders[nth % holders.length];
    if (holder) answers.push(make(holder));
  }
  await Promise.all(answers);
  for (const connection of idle) connection.close();
}
