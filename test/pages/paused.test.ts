import { afterAll, beforeAll, expect, test } from 'vitest';
import { stopPayouts } from '../../src/usecases/kill-switch.js';
import { operator, withHand } from '../setup/hand.js';
import { enablePage } from '../setup/hosted.js';
import { reviewed, until, visit } from '../setup/hosted-visit.js';
import { answers } from '../setup/page.js';
import { openService, type RunningService } from '../setup/running.js';
import { Visitor } from '../setup/visitor.js';

let service: RunningService;
let pageId: string;
beforeAll(async () => {
  service = await openService();
  pageId = (await enablePage(service, { public_start: true })).get('id');
});
afterAll(async () => {
  await service.check();
  await service.stop();
});

const turn = (on: boolean) => withHand(service, (ports) => stopPayouts(ports, operator, on));
const said = 'Money cannot be sent at the moment. Please try again later.';

test('while the kill switch is on, a transfer cannot be confirmed and the page says why', async () => {
  const { visitor, path, id } = await reviewed(service);
  expect(visitor.text).not.toContain(said);
  await turn(true);
  await visitor.send({ go: 'confirm' });
  expect([visitor.status, visitor.title]).toEqual([409, 'Check before you confirm']);
  expect(visitor.text).toContain(said);
  const session = await service.get(`/v1/hosted-sessions/${id}`);
  expect([session.at('status'), session.at('remittance_id')]).toEqual(['open', undefined]);
  await visitor.get(path);
  expect(visitor.text).toContain(said);

  await turn(false);
  await visitor.get(path);
  expect(visitor.text).not.toContain(said);
  await visitor.send({ go: 'confirm' });
  await until(visitor, path, 'Pay 101.50 PEN');
});

test('the first page says so to new visitors too, and refuses answers without a price', async () => {
  await turn(true);
  const starting = await new Visitor(service.baseUrl).get(`/p/${pageId}`);
  const { visitor: invited } = await visit(service);
  for (const visitor of [starting, invited]) {
    expect([visitor.status, visitor.title]).toEqual([200, 'How much do you want to send?']);
    expect(visitor.text).toContain(said);
    await visitor.send(answers.amount);
    expect([visitor.status, visitor.title]).toEqual([422, 'How much do you want to send?']);
    expect(visitor.html).toContain('aria-invalid="true"');
  }
  await turn(false);
  await invited.send(answers.amount);
  expect(invited.title).toBe('Who sends the money?');
});

test.each([
  ['es', 'Por el momento no se puede enviar dinero. Inténtelo de nuevo más tarde.'],
  ['pt', 'No momento não é possível enviar dinheiro. Tente de novo mais tarde.'],
])('in %s', async (language, words) => {
  await turn(true);
  const visitor = new Visitor(service.baseUrl, { 'accept-language': language });
  expect((await visitor.get(`/p/${pageId}`)).text).toContain(words);
  await turn(false);
});
