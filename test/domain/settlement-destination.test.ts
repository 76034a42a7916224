import { expect, test } from 'vitest';
import { checkNotDisabled } from '../../src/domain/settlement-destination.js';

const [active, disabled] = [{ status: 'active' }, { status: 'disabled' }] as const;

test.each([
  ['an account that nobody registered', [], undefined],
  ['an account with an active destination', [active], undefined],
  ['an account that the platform disabled', [disabled], 'destination_disabled'],
  // Possible before disabling was enforced: the account was registered again beside the disabled destination.
  ['an account that was registered again after it was disabled', [active, disabled], 'destination_disabled'],
])('registering %s', (_account, same, code) => {
  const check = (): void => checkNotDisabled(same);
  if (code === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code, param: 'details' }));
});
