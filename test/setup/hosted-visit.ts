import { expect } from 'vitest';
import { openSession } from './hosted.js';
import { answers } from './page.js';
import type { RunningService } from './running.js';
import { Visitor } from './visitor.js';

export interface Visited {
  readonly visitor: Visitor;
  readonly path: string;
  readonly id: string;
}

type Service = Pick<RunningService, 'baseUrl' | 'post' | 'get' | 'call' | 'until'>;
interface More {
  readonly body?: object;
  readonly amount?: object;
}

export async function visit(service: Service, body: object = {}): Promise<Visited> {
  const session = await openSession(service, body);
  const path = session.get('path');
  return { visitor: await new Visitor(service.baseUrl).get(path), path, id: session.get('id') };
}

/** At the review, with everything filled in. */
export async function reviewed(service: Service, more: More = {}): Promise<Visited> {
  const visited = await visit(service, more.body);
  const { visitor } = visited;
  await visitor.send({ ...answers.amount, ...more.amount });
  if (visitor.title === 'Who sends the money?') await visitor.send(answers.sender);
  await visitor.send(answers.beneficiary);
  expect(visitor.title, visitor.text).toBe('Check before you confirm');
  return visited;
}

/** Asks for the page again until it has this title. */
export async function until(visitor: Visitor, path: string, title: string): Promise<Visitor> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    await visitor.get(path);
    if (visitor.title === title) return visitor;
    if (Date.now() > deadline) throw new Error(`never came to ${title}: ${visitor.title}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Confirmed, with the payment instructions. */
export async function payable(
  service: Service,
  more: More = {},
  currency = 'PEN',
): Promise<Visited & { into: string; remittance: string }> {
  const visited = await reviewed(service, more);
  const { visitor, path } = visited;
  await visitor.send({ go: 'confirm' });
  await until(visitor, path, `Pay 101.50 ${currency}`);
  const made = await service.get(`/v1/hosted-sessions/${visited.id}`);
  return { ...visited, into: made.get('funding_account_id'), remittance: made.get('remittance_id') };
}
