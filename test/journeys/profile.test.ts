import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type RunningService } from '../setup/running.js';
import { customerFields as fields, wholeProfile as profile } from '../setup/sender.js';
import { refusal } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

const create = (body: object) => service.post('/v1/customers', body);

describe('the profile', () => {
  const { last_name: _last, ...noLastName } = profile;
  const { identity_document: _document, ...noDocument } = profile;
  const { identity_document_type: _type, ...noType } = profile;

  test.each([
    ['a first name alone', noLastName, 'last_name'],
    ['a document type alone', noDocument, 'identity_document'],
    ['a document without its type', noType, 'identity_document_type'],
    ['a country of no document', { identity_document_country: 'PE' }, 'identity_document'],
    ['an unknown document type', { ...profile, identity_document_type: 'LIBRARY' }, 'identity_document_type'],
    ['a day that does not exist', { ...profile, date_of_birth: '1990-02-30' }, 'date_of_birth'],
    ['a birth date with a time', { ...profile, date_of_birth: '1990-02-28T00:00:00Z' }, 'date_of_birth'],
    ['a phone with spaces', { ...profile, phone: '+51 987' }, 'phone'],
    ['no e-mail address', { ...profile, email: 'ana' }, 'email'],
    ['a registration number of a person', { ...profile, registration_number: '1' }, 'registration_number'],
    ['a DNI of nine digits', { ...profile, identity_document: '123456789' }, 'identity_document'],
    [
      'a RUC with wrong check digits',
      { ...profile, identity_document_type: 'RUC', identity_document: '20100047219' },
      'identity_document',
    ],
    ['an unknown country', { address: { country: 'ZZ' } }, 'address.country'],
  ])('does not take %s', async (_what, wrong, field) => {
    expect(refusal(await create(fields({ profile: wrong })))).toEqual([
      400,
      'invalid_parameter',
      `profile.${field}`,
    ]);
  });

  test('may have a DNI of another country, by its own rules', async () => {
    const { identity_document_country: _country, ...rest } = profile;
    const ofArgentina = { ...rest, identity_document: '5123456' };
    expect((await create(fields({ country: 'AR', profile: ofArgentina }))).status).toBe(201);
  });

  test('of a business has a registration number, and no names or birth date', async () => {
    const business = { type: 'business', profile: { registration_number: 'R-1', tax_id: '20123456789' } };
    expect((await create(fields(business))).status).toBe(201);
    for (const [name, value] of [
      ['first_name', 'Ana'],
      ['date_of_birth', '1990-01-01'],
    ] as const) {
      const wrong = await create(fields({ type: 'business', profile: { [name]: value } }));
      expect(refusal(wrong)).toEqual([400, 'invalid_parameter', `profile.${name}`]);
    }
    await service.check();
  });
});
