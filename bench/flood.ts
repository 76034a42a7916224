import { answerParent } from './child.ts';
import { Connection } from './connection.ts';

/** Asks for one thing without a key, over `connections` kept alive, whatever is answered, for `ms`. */
export interface Flood {
  readonly baseUrl: string;
  readonly path: string;
  readonly connections: number;
  readonly ms: number;
}

answerParent(flood);

/** How often it was answered. */
async function flood({ baseUrl, path, connections, ms }: Flood): Promise<number> {
  const until = performance.now() + ms;
  let answers = 0;
  const over = async (): Promise<void> => {
    const connection = new Connection(baseUrl);
    while (performance.now() < until) {
      await connection.ask({ method: 'GET', path }, undefined);
      answers += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, over));
  return answers;
}
