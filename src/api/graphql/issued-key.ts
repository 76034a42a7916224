import { text } from '../../domain/noun/declare.js';
import { part, shape } from '../shape.js';

const issuedKey = {
  apiKey: part(
    'apiKey',
    'The API key; null if part of it cannot be shown, so that the secret is returned anyway.',
    { optional: true },
  ),
  secret: text('The secret. Only its hash is stored.'),
};

export const issuedKeyShape = shape(
  'IssuedApiKey',
  'A new API key with its secret, which is shown only once.',
  issuedKey,
);

export const openedAccountShape = shape('OpenedAccount', 'A new account with its first API key.', {
  ...issuedKey,
  account: part(
    'account',
    'The account; null if part of it cannot be shown, so that the secret is returned anyway.',
    { optional: true },
  ),
});
