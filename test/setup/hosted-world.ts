import { claimDomain, noteLookUp } from '../../src/domain/hosted-domain.js';
import { configurePage } from '../../src/domain/hosted-page.js';
import { reportPayment, startSession, submitSession } from '../../src/domain/hosted-session.js';
import { added, decide } from '../../src/domain/decision.js';
import { defaultTerms } from '../../src/domain/terms.js';
import type { Store } from '../../src/ports/store.js';
import { act, newId, vault } from './fixture.js';

/** A page, a name that is verified and one that is claimed, an open session and one of that remittance. */
export async function openHosted(store: Store, accountId: string, remittanceId: string): Promise<string> {
  await act(store, ({ now }) =>
    decide({ changes: [added('accountTerms', { ...defaultTerms(accountId), whiteLabelAt: now })] }),
  );
  const setting = { enabled: true, brandingMode: 'white_label', brandName: 'Acme' } as const;
  const { page } = await act(store, (moment) =>
    configurePage(moment, undefined, { accountId, setting, isEntitled: true }),
  );
  const claim = (hostname: string) =>
    act(store, (moment) =>
      claimDomain(moment, { accountId, hostname, verificationToken: 'psp-verification-x' }),
    );
  await claim('claimed.example.com');
  const { domain } = await claim('pay.example.com');
  await act(store, (moment) => noteLookUp(moment, domain, { looked: 'found' }));
  const start = (fingerprint: string) =>
    act(store, (moment) =>
      startSession(moment, {
        accountId,
        pageId: page.id,
        origin: 'tenant',
        customerId: null,
        prefill: { amount: '10', amount_side: 'source' },
        tokenFingerprint: fingerprint,
        language: 'es',
        lifetimeSeconds: 3600,
      }),
    );
  const fingerprint = () => vault.fingerprint(newId('request', new Date()));
  await start(fingerprint());
  const { session } = await start(fingerprint());
  return store.transaction(async (tx) => {
    const [remittance] = await tx.find('remittance', { id: remittanceId });
    if (!remittance) throw new Error('no remittance');
    const moment = await tx.moment();
    const { beneficiaryId, customerId, fundingAccountId, quoteId } = remittance;
    const made = { beneficiaryId, customerId, fundingAccountId, remittanceId };
    const { session: submitted } = submitSession(moment, { ...session, quoteId }, made);
    const whole = { ...submitted, submittedAt: remittance.createdAt, version: session.version };
    const reported = reportPayment(moment, whole);
    await tx.record([reported]);
    return session.id;
  });
}
