import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { addressOf } from '../../domain/email.js';
import { anyId, oneOf, ref, words } from '../../domain/noun/declare.js';
import { refuse } from '../../domain/refusal.js';
import { nameHashOf } from '../../usecases/customer.js';
import { emailHashOf } from '../../usecases/sign-in.js';
import type { SearchResult } from '../../ports/platform-read.js';
import { shape } from '../shape.js';
import type { Context } from './context.js';
import { atMost } from './field.js';
import { seesProfiles } from './role.js';
import { returnsList } from './type.js';

const searchedBy = words(
  {
    key_prefix: 'Prefix of an API key.',
    bank_reference: 'Reference by which a bank finds the money.',
    payment_name: "The bank's own name of a pay-in. Operators only.",
    reference: "The account's own reference of a payout.",
    metadata: 'Pair of metadata of a payout.',
    provider_reference: 'Reference shared by the service and a provider.',
    external_id: "The account's own id of a customer.",
    batch_reference: "The account's own id of a batch item.",
    email: 'E-mail address of a member or customer.',
    display_name: 'Display name of a customer, ignoring case and accents.',
    account_name: "Part of an account's name, ignoring case.",
    part: 'Id of a part: an attempt to send, an adjustment, or a journal entry.',
  } satisfies Readonly<Record<SearchResult['by'], string>>,
  { name: 'SearchedBy', says: 'Which property matched.' },
);

const soughtShape = shape('Sought', 'A search result.', {
  id: anyId('Its id.'),
  accountId: ref('account', 'Account that it belongs to.'),
  by: oneOf(searchedBy, { says: 'Property that matched.' }),
});

const textMost = 255;
const ofEachMost = 10;
const foundMost = 100;
/** An API key is found by its prefix. Of a key that is sent whole, only the prefix is used. */
const keyShape = /^(psp_(?:test|live)_(?:[a-z]_)?[a-z0-9]+)(?:_[0-9a-f]+)?$/;

@Resolver()
export class SearchResolver {
  @atMost(foundMost)
  @Query(returnsList(soughtShape), {
    description:
      'Finds an exact e-mail address, API key prefix, bank reference, reference of a provider, a payout or a batch item, metadata of a payout as `key=value`, external_id, or id of a part; customers by their whole display name; and accounts by part of their name. Only callers who may see profiles find customers by address.',
  })
  async search(
    @Arg('text', () => String, { description: 'Text to find, 1 to 255 characters.' }) typed: string,
    @Ctx() { caller, ports }: Context,
  ): Promise<readonly SearchResult[]> {
    const text = typed.trim();
    if (text === '' || text.length > textMost || text.includes('\u0000')) {
      refuse('invalid_parameter', `text: must have 1 to ${textMost} characters.`, { param: 'text' });
    }
    const address = seesProfiles(caller) ? addressOf(text) : undefined;
    const [, prefix = text] = keyShape.exec(text) ?? [];
    const ask = {
      text: prefix,
      emailHash: address === undefined ? undefined : emailHashOf(ports.vault, address),
      nameHash: nameHashOf(ports.vault, text),
      isPlatform: caller.kind === 'operator',
      sight: caller.sight,
    };
    return ports.reader.search(ask, ofEachMost);
  }
}
