import { createHash } from 'node:crypto';
import { sign, signStandard } from '../../adapters/crypto/vault.js';
import { deliveryHeaders } from '../../domain/delivery-header.js';
import { newMark } from './mark.js';
import { signatureHeaders } from '../../domain/signature.js';
import { isSuccess } from '../../domain/webhook-attempt.js';
import type { Sender } from '../../ports/sender.js';

/** The receiver to check, and how. */
export interface Trial {
  readonly url: string;
  readonly secret: string;
  readonly environment: string;
  readonly sender: Sender;
  /** Machine time. */
  readonly now: () => Date;
}

/** A requirement for receivers, and whether this one fulfils it. */
export interface Finding {
  readonly name: string;
  readonly holds: boolean;
  /** The response status, or why there was none. */
  readonly outcome: string;
  readonly advice: string;
}

/** How a delivery differs from a valid one. */
interface Twist {
  readonly id?: string;
  readonly type?: string;
  readonly resource?: string;
  readonly occurredSecondsAgo?: number;
  readonly signedSecondsAgo?: number;
  readonly secrets?: readonly string[];
  /** Changes the body after it was signed. */
  readonly change?: (body: string) => string;
  readonly isUnsigned?: true;
}

interface Ask {
  readonly name: string;
  readonly takes: boolean;
  readonly deliveries: readonly Twist[];
  readonly advice: string;
}

const stranger = `whsec_${'0'.repeat(44)}`;

function asksOf(secret: string): Ask[] {
  const again = newMark('evt');
  const [first, second] = [newMark('pout'), newMark('pout')];
  const taken = 'Answer 2xx within 10 seconds, then process the event.';
  const verified =
    'Verify webhook-signature (or Psp-Signature) over the raw body, before anything parses it. Answer 400 if it is wrong.';
  const asks: [name: string, takes: boolean, deliveries: Twist[], advice: string][] = [
    ['accepts an event', true, [{}], taken],
    [
      'accepts the same event again',
      true,
      [{ id: again }, { id: again }],
      'Drop duplicates by webhook-id, and answer 2xx.',
    ],
    [
      'accepts events of two resources out of order',
      true,
      [
        { resource: first, occurredSecondsAgo: 10 },
        { resource: second, occurredSecondsAgo: 60 },
        { resource: first },
      ],
      'Do not rely on the order of different resources.',
    ],
    [
      'accepts an event that is a day late',
      true,
      [{ occurredSecondsAgo: 86_400 }],
      'Events are retried for a day: check the age of the signature, not of the event.',
    ],
    [
      'accepts an unknown event type',
      true,
      [{ type: 'thing.of_later' }],
      'Ignore unknown types, and answer 2xx.',
    ],
    [
      'accepts either of two signatures',
      true,
      [{ secrets: [stranger, secret] }],
      'During a rotation each delivery has two signatures. Accept it if one of them is right.',
    ],
    ['rejects the signature of another secret', false, [{ secrets: [stranger] }], verified],
    ['rejects a changed body', false, [{ change: (body) => body.replace('100.00', '900.00') }], verified],
    ['rejects a delivery without a signature', false, [{ isUnsigned: true }], verified],
    [
      'rejects a signature that is an hour old',
      false,
      [{ signedSecondsAgo: 3_600 }],
      'Reject timestamps more than 300 seconds from your clock: they are replays.',
    ],
  ];
  return asks.map(([name, takes, deliveries, advice]) => ({ name, takes, deliveries, advice }));
}

/** Sends valid and invalid deliveries one after another and reports how the receiver handled each. */
export async function tryReceiver(trial: Trial, onFinding: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, takes, deliveries, advice } of asksOf(trial.secret)) {
    let holds = true;
    let outcome = '';
    for (const twist of deliveries) {
      const { httpStatus, error, durationMs } = await deliver(trial, twist);
      outcome = httpStatus === null ? (error ?? 'no answer') : `${httpStatus} in ${durationMs} ms`;
      // A receiver that does not answer has not refused anything.
      holds = takes ? isSuccess(httpStatus) : httpStatus !== null && httpStatus >= 400 && httpStatus < 500;
      if (!holds) break;
    }
    const finding = { name, holds, outcome, advice };
    onFinding(finding);
    findings.push(finding);
  }
  return findings;
}

function deliver({ url, secret, environment, sender, now }: Trial, twist: Twist) {
  const { id = newMark('evt'), change = (body: string) => body, secrets = [secret] } = twist;
  const ago = (seconds = 0): Date => new Date(now().getTime() - seconds * 1000);
  const body = JSON.stringify(eventOf(id, twist, ago(twist.occurredSecondsAgo)));
  const signed = { eventId: id, at: ago(twist.signedSecondsAgo), body };
  const headers = deliveryHeaders({
    environment,
    signatures: twist.isUnsigned === true ? {} : signatureHeaders({ sign, signStandard }, secrets, signed),
    eventId: id,
    deliveryId: newMark('whd'),
    attempt: 1,
    digest: createHash('sha256').update(body).digest('base64'),
  });
  return sender.post({ url, headers, body: change(body) });
}

function eventOf(
  id: string,
  { type = 'payout.completed', resource = newMark('pout') }: Twist,
  at: Date,
): object {
  const time = at.toISOString();
  return {
    id,
    type,
    schema_version: 1,
    occurred_at: time,
    livemode: false,
    data: {
      id: resource,
      status: 'completed',
      method: 'pix',
      beneficiary_id: newMark('ben'),
      source: {
        currency: 'USDT',
        principal: '18.796993',
        platform_fee: '0.187970',
        tenant_markup: '0.000000',
        total: '18.984963',
      },
      destination: { amount: '100.00', currency: 'BRL' },
      rate: '5.32',
      risk_status: 'allowed',
      created_at: time,
      updated_at: time,
      completed_at: time,
    },
  };
}
