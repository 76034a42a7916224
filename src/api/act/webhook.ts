import { present } from '../../domain/event.js';
import { replayDeliveries, replayMost } from '../../usecases/replay.js';
import { act, type Group } from './act.js';
import { id, seen, stateOf, time } from './field.js';

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
    example: 'we_01k9zq3v5e8x7m2n4p6r8t0w1y --from 2026-11-20T00:00:00Z --to 2026-11-21T00:00:00Z',
  },
  run: ({ ports, by }, { after, ...ask }) =>
    replayDeliveries(ports, by, { ...ask, after: after ?? undefined }),
  tell: ({ endpoint, made, next }) => ({
    json: present({ endpoint_id: endpoint.id, account_id: endpoint.accountId, made, next }),
    text: `${made} deliveries are made again.${next === null ? '' : ` There is more: go on with --after ${next}.`}`,
  }),
});

export const webhookActs: Group = {
  name: 'webhook',
  words: 'Webhook endpoints of the accounts',
  acts: [replay],
};
