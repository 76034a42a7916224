import { present } from '../../domain/event.js';
import { replayDeliveries, replayMost } from '../../usecases/replay.js';
import { setRough } from '../../usecases/webhook-rough.js';
import { act, type Group } from './act.js';
import { flag, id, seen, stateOf, time } from './field.js';

const exampleEndpoint = 'we_01k9zq3v5e8x7m2n4p6r8t0w1y';

const replay = act({
  name: 'replayDeliveries',
  words: `Deliver again what happened in a period, of all that the endpoint takes; out of ${replayMost} events at a time. A paused endpoint gets it once it is resumed.`,
  role: 'support',
  takes: {
    endpointId: id('The endpoint.'),
    from: time('What happened at this time or later.'),
    to: time('What happened before this time.'),
    after: id('Go on where the answer before this one ended: its next.').nullish(),
  },
  changes: stateOf('SeenWebhookEndpoint', 'A webhook endpoint', {
    status: seen('WebhookEndpointStatus', 'Whether it answered.'),
  }),
  answers: 'DeliveryReplay',
  command: {
    path: 'webhook replay',
    places: ['endpointId'],
    example: `${exampleEndpoint} --from 2026-11-20T00:00:00Z --to 2026-11-21T00:00:00Z`,
  },
  run: ({ ports, by }, { after, ...ask }) =>
    replayDeliveries(ports, by, { ...ask, after: after ?? undefined }),
  tell: ({ endpoint, made, next }) => ({
    json: present({ endpoint_id: endpoint.id, account_id: endpoint.accountId, made, next }),
    text: `${made} deliveries are made again.${next === null ? '' : ` There is more: go on with --after ${next}.`}`,
  }),
});

const rough = act({
  name: 'setEndpointRough',
  words:
    'Have the receiver of an endpoint proven, or no longer. Sandbox only. It gets each event twice, before it a copy that was changed after it was signed, and one resource later than another, some by six minutes. Whatever it does wrong stands as error of the attempt; nothing else of it counts.',
  role: 'support',
  takes: { endpointId: id('The endpoint.'), on: flag('Whether it is.') },
  changes: stateOf('SeenRoughEndpoint', 'A webhook endpoint', {
    roughSince: time('Since when its receiver is proven.').nullable(),
  }),
  answers: 'WebhookEndpoint',
  command: [
    {
      path: 'webhook rough',
      places: ['endpointId'],
      sets: { on: true },
      words:
        'Prove the receiver of an endpoint, in sandbox: events twice, late, out of order across resources, and forged.',
      example: exampleEndpoint,
    },
    {
      path: 'webhook smooth',
      places: ['endpointId'],
      sets: { on: false },
      words: 'Deliver to an endpoint as usual again; what waits goes out.',
      example: exampleEndpoint,
    },
  ],
  run: ({ ports, by }, ask) => setRough(ports, by, ask),
  tell: ({ id: endpointId, roughSince }) => ({
    json: present({ endpoint_id: endpointId, rough_since: roughSince }),
    text:
      roughSince === null
        ? `${endpointId} is delivered to as usual.`
        : `${endpointId} is delivered to roughly: its deliveries tell what its receiver does wrong.`,
  }),
});

export const webhookActs: Group = {
  name: 'webhook',
  words: 'Webhook endpoints of the accounts',
  acts: [replay, rough],
};
