import type { Order } from '../protocol/message.ts';
import type { Method, Profile } from './profile.ts';
import { bankText } from './text.ts';

/** The recipient of an order, as files name it. */
export interface Creditor {
  readonly name: string;
  readonly account: {
    readonly as: 'iban' | 'other';
    readonly number: string;
    readonly code?: string;
    readonly scheme?: string;
  };
  readonly agent?: { readonly as: 'bic' | 'clearing'; readonly number: string; readonly system?: string };
}

/** Letters and digits of an account or bank number; undefined if the text is not such a number. */
const numberIn = (text: string | undefined, most: number): string | undefined => {
  const number = text?.replaceAll(/[\s-]/g, '').toUpperCase() ?? '';
  return /^[A-Z0-9]+$/.test(number) && number.length <= most ? number : undefined;
};

/** Check digits of ISO 13616: the rearranged number leaves 1. */
export function isIban(number: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number)) return false;
  return remainder97(number.slice(4) + number.slice(0, 4)) === 1;
}

/** Letters count as 10 to 35. */
export function remainder97(text: string): number {
  let rest = 0;
  for (const each of text)
    for (const digit of String(Number.parseInt(each, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}

/** The creditor in the details of an order; a string is the code of its refusal. */
export function creditorOf(order: Order, method: Method, profile: Profile): Creditor | string {
  const { characters, name_most: most } = profile.credit_transfer;
  const name = bankText(method.name.map((field) => order.details[field] ?? '').join(' '), characters, most);
  if (name === '') return 'creditor_name_missing';
  const { account, agent } = method;
  const number = numberIn(order.details[account.field], 34);
  if (number === undefined || (account.as === 'iban' && !isIban(number))) return 'creditor_account_invalid';
  const bank = agent && numberIn(order.details[agent.field], 35)?.slice(0, agent.first ?? 35);
  if (
    agent &&
    (bank === undefined ||
      (agent.as === 'bic' && !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bank)))
  )
    return 'creditor_bank_invalid';
  return {
    name,
    account: {
      as: account.as,
      number,
      ...(account.scheme_code !== undefined && { code: account.scheme_code }),
      ...(account.scheme !== undefined && { scheme: account.scheme }),
    },
    ...(agent &&
      bank !== undefined && {
        agent: {
          as: agent.as,
          number: bank,
          ...(agent.clearing_system !== undefined && { system: agent.clearing_system }),
        },
      }),
  };
}
