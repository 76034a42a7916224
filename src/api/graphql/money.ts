import { ObjectType } from 'type-graphql';
import { show, type Amount } from '../../domain/money.js';
import { amount, text } from './field.js';

@ObjectType({ description: 'An amount of one currency.' })
export class Money {
  @amount("A decimal string with exactly the currency's decimals.")
  readonly amount!: string;

  @text('ISO 4217 code, USDT or USDC.')
  readonly currency!: string;
}

export function money(value: Amount, currency: string): Money {
  return { amount: show(value, currency), currency };
}

export function optionalMoney(value: Amount | null, currency: string | null): Money | null {
  return value === null || currency === null ? null : money(value, currency);
}
