/** Signing in, and confirming that it is still the same person. */
export const entry = {
  signIn: 'Sign in',
  mail: 'E-mail address',
  mailHint: 'We send a sign-in code to it.',
  sendCode: 'Send code',
  code: '6-digit code from the e-mail',
  codeHint: (mail: string) =>
    `If ${mail} belongs to a member, a code is on its way. It expires in 10 minutes.`,
  sending: 'Sending…',
  otherMail: 'Use another address or get a new code',
  byPasskey: 'Sign in with a passkey',
  waitingForDevice: 'Waiting for your device…',
  sessionEnded: 'Your session has ended. Sign in again.',
  tokenRevoked: 'Your token is invalid or has been revoked.',
  confirmTitle: 'Confirm that it is you',
  confirmByPasskey: 'This is a dangerous step. Confirm it with your passkey.',
  confirmByCode: (mail: string) =>
    `This is a dangerous step. We mail a six-digit code to ${mail}; enter it here.`,
  fiveMinutes: 'You are not asked again for five minutes.',
  notNow: 'Not now',
  anotherCode: 'Send another code',
  waiting: 'Waiting…',
  confirmWithPasskey: 'Confirm with a passkey',
  confirm: 'Confirm',
  unconfirmed: 'Not done: your identity was not confirmed.',
  passkeyKnown: 'This device already holds a passkey of yours for this account.',
  noPasskeyUsed: 'No passkey was used. Try again.',
};
