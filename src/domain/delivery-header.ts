export interface DeliveryFacts {
  readonly environment: string;
  /** Made by `signatureHeaders`. */
  readonly signatures: Readonly<Record<string, string>>;
  readonly eventId: string;
  readonly deliveryId: string;
  readonly attempt: number;
  /** SHA-256 of the body in base64. It lets a receiver distinguish a changed body from a wrong secret. */
  readonly digest: string;
}

/** The headers of a delivery, except Host and Content-Length (contract §6.4, supplement §11.8). */
export function deliveryHeaders(facts: DeliveryFacts): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': `psp-webhooks/1 (${facts.environment})`,
    ...facts.signatures,
    'Psp-Event-Id': facts.eventId,
    'Psp-Delivery-Id': facts.deliveryId,
    'Psp-Delivery-Attempt': String(facts.attempt),
    'Content-Digest': `sha-256=:${facts.digest}:`,
  };
}
