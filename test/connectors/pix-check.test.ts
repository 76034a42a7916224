import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkProtocol, type Case } from '../../src/adapters/providers/check.js';
import { ourKeys, theirKeys } from '../setup/connector.js';
import { openPixWorld, type PixWorld } from './pix-world.js';

let world: PixWorld;
beforeAll(async () => {
  world = await openPixWorld();
  await world.program.start();
});
afterAll(() => world.close());

const check = (refundsOf?: string): Promise<Case[]> =>
  checkProtocol({
    url: world.url,
    tls: world.tls,
    sendingKeys: ourKeys,
    receivingKeys: theirKeys,
    mayBeLive: false,
    ...(refundsOf !== undefined && { refundsOf }),
  });

test('every case passes for the Pix connector, with refunds of an unknown payment and of a real one', async () => {
  const unknown = await check();
  expect(unknown.filter(({ fault }) => fault !== undefined)).toEqual([]);
  expect(unknown.length).toBeGreaterThanOrEqual(87);
  expect(world.institution.rules.refundAsks).toEqual([]);

  const { endToEndId, devolucoes } = world.institution.rules.pay('a'.repeat(30), '1000.00');
  const real = await check(endToEndId);
  expect(real.filter(({ fault }) => fault !== undefined)).toEqual([]);
  // Each reference was refunded once, however often it was sent.
  expect(new Set(devolucoes.map(({ id }) => id)).size).toBe(devolucoes.length);
  expect(devolucoes.length).toBeGreaterThan(5);
});
