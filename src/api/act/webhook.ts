import { present } from '../../domain/event.js';
import { replayDeliveries, replayMost } from '../../usecases/replay.js';
import { setRough } from '../../usecases/webhook-rough.js';
import { act, type Group } from './act.js';
import { flag, id, seen, stateOf, time } from './field.js';

const exampleEndpoint = 'we_01k9zq3v5e8x7m2n4p6r8t0w1y';

const replay = act({
  name: 'replayDeliveries',
  words: `Deliver the events of a period again, if the endpoint receives their types. One call goes through up to ${replayMost} events. A paused endpoint gets them when it resumes.`,
  role: 'support',
  takes: {
    endpointId: id('The endpoint.'),
    from: time('Start of the period, inclusive.'),
    to: time('End of the period, exclusive.'),
    after: id('To continue where the previous replay stopped: the `next` of its answer.').nullish(),
  },
  changes: stateOf('SeenWebhookEndpoint', 'A webhook endpoint', {
    status: seen('WebhookEndpointStatus', 'Whether it answered.'),
  }),
  answers: 'DeliveryReplay',
  command: {
    path: 'webhook replay',
    positionals: ['endpointId'],
    example: `${exampleEndpoint} --from 2026-11-20T00:00:00Z --to 2026-11-21T00:00:00Z`,
  },
  run: ({ ports, by }, { after, ...ask }) =>
    replayDeliveries(ports, by, { ...ask, after: after ?? undefined }),
  output: ({ endpoint, made, next }) => ({
    json: present({ endpoint_id: endpoint.id, account_id: endpoint.accountId, made, next }),
    text: `${made} deliveries are made again.${next === null ? '' : ` There is more: go on with --after ${next}.`}`,
  }),
});

const rough = act({
  name: 'setEndpointRough',
  words:
    'Turn rough delivery of an endpoint on or off. Sandbox only. Each event comes twice, preceded by a copy that was changed after signing, and some resources are up to six minutes late. The error of each attempt says what the receiver did wrong; only normal deliveries count.',
  role: 'support',
  takes: { endpointId: id('The endpoint.'), on: flag('Whether rough delivery is on.') },
  changes: stateOf('SeenRoughEndpoint', 'A webhook endpoint', {
    roughSince: time('Since when rough delivery is on.').nullable(),
  }),
  answers: 'WebhookEndpoint',
  command: [
    {
      path: 'webhook rough',
      positionals: ['endpointId'],
      sets: { on: true },
      words:
        'Test the receiver of an endpoint in sandbox: events come twice, late, out of order across resources, and forged.',
      example: exampleEndpoint,
    },
    {
      path: 'webhook smooth',
      positionals: ['endpointId'],
      sets: { on: false },
      words: 'Deliver to an endpoint normally again; waiting events are sent.',
      example: exampleEndpoint,
    },
  ],
  run: ({ ports, by }, ask) => setRough(ports, by, ask),
  output: ({ id: endpointId, roughSince }) => ({
    json: present({ endpoint_id: endpointId, rough_since: roughSince }),
    text:
      roughSince === null
        ? `${endpointId} gets normal deliveries.`
        : `${endpointId} gets rough deliveries; their errors say what its receiver does wrong.`,
  }),
});

export const webhookActs: Group = {
  name: 'webhook',
  words: 'Webhook endpoints of the accounts',
  acts: [replay, rough],
};
