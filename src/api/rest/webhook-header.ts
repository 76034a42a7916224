import { exampleId, exampleTime } from '../field.js';
import type { JsonObject as Json } from '../json.js';

interface WebhookHeader {
  readonly name: string;
  readonly says: string;
  readonly example: string;
}

const signedAt = String(Date.parse(exampleTime) / 1000);
const event = exampleId('event');

/** Headers of a delivery besides those of every JSON request. */
export const webhookHeaders: readonly WebhookHeader[] = [
  {
    name: 'webhook-id',
    says: 'The id of the event: the same in every attempt and redelivery. Drop duplicates by it.',
    example: event,
  },
  {
    name: 'webhook-timestamp',
    says: 'Unix seconds at which this attempt was signed.',
    example: signedAt,
  },
  {
    name: 'webhook-signature',
    says: '`v1,<base64>`. While two secrets are valid there are two signatures, separated by a space, the newer first.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  {
    name: 'Psp-Signature',
    says: '`t=<unix seconds>,v1=<hex>`: a second signature, in the form of this service. It has one more `v1` while two secrets are valid.',
    example: `t=${signedAt},v1=471f5fb71a051c15bdacc8db0b8748fbf1a290fda8184694ac694079bd276f11`,
  },
  { name: 'Psp-Event-Id', says: 'The id of the event, as in webhook-id.', example: event },
  {
    name: 'Psp-Delivery-Id',
    says: 'The delivery of the event to this endpoint: the same in every attempt, another in a redelivery.',
    example: exampleId('webhookDelivery'),
  },
  { name: 'Psp-Delivery-Attempt', says: 'The number of the attempt, from 1.', example: '1' },
  {
    name: 'Content-Digest',
    says: '`sha-256=:<base64>:` of the body. It shows whether the body was changed on the way; only a signature proves its origin.',
    example: 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
  },
  { name: 'User-Agent', says: '`psp-webhooks/1` and the environment.', example: 'psp-webhooks/1 (sandbox)' },
];

/** Component name → header as a parameter. */
export const webhookParameters: Readonly<Record<string, Json>> = Object.fromEntries(
  webhookHeaders.map(({ name, says, example }) => [
    componentOf(name),
    { name, in: 'header', required: true, description: says, schema: { type: 'string' }, example },
  ]),
);

/** References to these parameters, for every webhook. */
export const webhookParameterRefs: readonly Json[] = Object.keys(webhookParameters).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

function componentOf(name: string): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Header`;
}
