import { expect, test } from 'vitest';
import { optionsOf, routesOf } from '../../src/api/pages/route.js';
import { loadCatalogue } from '../../src/main/catalogue.js';

const anyTerms = { platformFeeBps: null, tenantMarkupBps: null, overrides: [] };

test('the routes of a page are built once, and again after one opens or closes', () => {
  const { capabilities, ...rest } = loadCatalogue(undefined);
  let provider: string | undefined = 'sandbox';
  const live = capabilities.map((each) =>
    // As a connector's, whose offer changes while the service runs.
    Object.defineProperty({ ...each }, 'provider', { get: () => provider }),
  );
  const ports = { catalogue: { ...rest, capabilities: live } };
  const nobody = { terms: anyTerms, suspensions: [] };
  const all = routesOf(ports, nobody);
  expect(all.length).toBeGreaterThan(1);
  expect(routesOf(ports, nobody)).toBe(all);
  expect(optionsOf(all, 'target', 'es')).toBe(optionsOf(all, 'target', 'es'));
  expect(optionsOf(all, 'target', 'es')).not.toEqual(optionsOf(all, 'target', 'en'));
  expect(optionsOf(all, 'origin', 'es')).not.toEqual(optionsOf(all, 'target', 'es'));

  const { method = '', currency = '' } = all[0] ?? {};
  const without = { ...anyTerms, overrides: [{ product: 'payout', method, currency, enabled: false }] };
  const fewer = routesOf(ports, { ...nobody, terms: without });
  expect(fewer).toEqual(all.filter((each) => each.method !== method || each.currency !== currency));
  expect(routesOf(ports, nobody)).toEqual(all);

  provider = undefined;
  expect(routesOf(ports, nobody)).toEqual([]);
  provider = 'sandbox';
  expect(routesOf(ports, nobody)).toEqual(all);
});
