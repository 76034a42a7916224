import { z } from 'zod';
import { addressOf } from '../domain/email.js';

export const mailFrom = z
  .string()
  .refine(
    (text) => addressOf(/^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(text)?.[1] ?? text) !== undefined,
    'must be an e-mail address, or a name and an address: Payments <no-reply@example.com>',
  );

export const platformName = z
  .string()
  .regex(/^[^<>\p{Cc}]{1,80}$/u, 'must be a name of 1 to 80 characters, without < and >');

export const supportEmail = z
  .string()
  .refine((text) => addressOf(text) !== undefined, 'must be an e-mail address, such as help@example.com');

/** An address at the mail server's host name, if it has one. */
export function senderAt(smtpUrl = ''): string {
  const address = `no-reply@${URL.parse(smtpUrl)?.hostname ?? ''}`;
  return addressOf(address) ?? 'no-reply@payments.example';
}
