import { Arg, Ctx, ObjectType, Query, Resolver } from 'type-graphql';
import { addressOf } from '../../domain/email.js';
import { refuse } from '../../domain/refusal.js';
import { emailHashOf } from '../../usecases/sign-in.js';
import type { Sought } from '../../ports/platform-read.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { atMost, field, id } from './field.js';
import { seesProfiles } from './role.js';

const SearchedByEnum = enumOf<Sought['by']>('SearchedBy', 'What of something bears the text.', {
  key_prefix: 'The beginning of an API key.',
  bank_reference: 'The reference under which a bank tells of a payment.',
  provider_reference: 'The name that we and a provider have for it.',
  external_id: "The account's own id of a customer.",
  batch_reference: "The account's own name of an item of a batch.",
  email: 'The address of a member or of a customer.',
  account_name: 'A part of the name of an account, in letters large or small.',
  part: 'The id of a part of it: an attempt to send, an adjustment, an entry of a journal.',
});

@ObjectType('Sought', { description: 'Something that was found.' })
class SoughtType {
  @id('Its id.')
  readonly id!: string;

  @id('The account that it belongs to.')
  readonly accountId!: string;

  @field(() => SearchedByEnum, 'What of it bears the text.')
  readonly by!: Sought['by'];
}

const textMost = 255;
const ofEachMost = 10;
const foundMost = 100;
/** An API key is found by its beginning; of one that is sent whole no more than that is looked at. */
const keyShape = /^(psp_(?:test|live)_[a-z0-9]+)(?:_[0-9a-f]+)?$/;

@Resolver()
export class SearchResolver {
  @atMost(foundMost)
  @Query(() => [SoughtType], {
    description:
      'What bears a text as a whole: an e-mail address, the beginning of an API key, a reference of a bank, of a provider or of the account, an external_id, or the id of a part of it; and accounts with the text in their names. Customers are found by their address by who may see their profiles.',
  })
  async search(
    @Arg('text', () => String, { description: 'The text, 1 to 255 characters.' }) given: string,
    @Ctx() { caller, ports }: Context,
  ): Promise<readonly Sought[]> {
    const text = given.trim();
    if (text === '' || text.length > textMost || text.includes('\u0000')) {
      refuse('invalid_parameter', `text: send 1 to ${textMost} characters.`, { param: 'text' });
    }
    const address = seesProfiles(caller) ? addressOf(text) : undefined;
    const [, prefix = text] = keyShape.exec(text) ?? [];
    const ask = {
      text: prefix,
      emailHash: address === undefined ? undefined : emailHashOf(ports.vault, address),
      isPlatform: caller.kind === 'operator',
      sight: caller.sight,
    };
    return ports.reader.search(ask, ofEachMost);
  }
}
