import { added, changed, decide } from '../domain/decision.js';
import { configurePage, withdrawWhiteLabel, type HostedPage, type PageAsk } from '../domain/hosted-page.js';
import { nameImages } from '../domain/hosted-image.js';
import { defaultTerms, type AccountTerms } from '../domain/terms.js';
import type { Ports } from '../ports/ports.js';
import type { PageImages } from '../ports/hosted-read.js';
import type { Tx } from '../ports/store.js';
import { audited, auditedFor, type Operator } from './audit.js';
import { absent } from './own.js';
import { checkSeen } from './seen.js';

/** The page configuration of an account; `page` is undefined before the first configuration. */
export interface PageState {
  readonly page: HostedPage | undefined;
  readonly isEntitled: boolean;
  readonly images: PageImages;
}

export async function findPageState(
  { reader }: Pick<Ports, 'reader'>,
  accountId: string,
): Promise<PageState> {
  const [found, terms] = await Promise.all([
    reader.hostedPage({ accountId }),
    reader.get('accountTerms', [accountId], accountId),
  ]);
  return { page: found?.page, isEntitled: isEntitled(terms), images: found?.images ?? {} };
}

const isEntitled = (terms: AccountTerms | undefined): boolean => (terms?.whiteLabelAt ?? null) !== null;

/** Replaces the whole configuration (contract §4.9). */
export async function configureHostedPage(
  { store, wake }: Pick<Ports, 'store' | 'wake'>,
  ask: Pick<PageAsk, 'accountId' | 'setting'> & { readonly by?: Operator | undefined },
): Promise<PageState> {
  const { accountId, setting, by } = ask;
  const state = await store.transaction(async (tx) => {
    // Under this lock the white-label grant cannot change, and only one first page can be created.
    await tx.lock('account', [accountId]);
    const { terms, page: known } = await stateOf(tx, accountId);
    const entitled = isEntitled(terms);
    const moment = await tx.moment();
    const change = { accountId, setting, isEntitled: entitled };
    const { page, ...decision } = configurePage(moment, known, change);
    const stored = await tx.lockFound('hostedImage', { pageId: page.id });
    const { images, ...named } = nameImages(moment, page, stored);
    const entries = auditedFor(moment, by, { noun: 'hostedPage', verb: 'replace', row: page });
    await tx.record([decision, named, ...entries]);
    return {
      page,
      isEntitled: entitled,
      images: Object.fromEntries(images.map((each) => [each.kind, each])),
    };
  });
  wake('hostedImage');
  return state;
}

async function stateOf(tx: Tx, accountId: string) {
  const [terms] = await tx.find('accountTerms', { accountId });
  const [page] = await tx.lockFound('hostedPage', { accountId });
  return { terms, page };
}

/** Supplement §10: grants or revokes white label, which lets a page omit the platform's name. */
export function setWhiteLabel(
  { store }: Pick<Ports, 'store'>,
  operator: Operator,
  { accountId, granted }: { readonly accountId: string; readonly granted: boolean },
): Promise<AccountTerms> {
  return store.transaction(async (tx) => {
    const [account] = await tx.lock('account', [accountId]);
    if (!account) return absent('account');
    const { terms: known, page } = await stateOf(tx, accountId);
    const terms = known ?? defaultTerms(accountId);
    const before = { granted: isEntitled(terms) };
    checkSeen(operator, { subjectId: accountId, state: before });
    if (granted === before.granted) return terms;
    const moment = await tx.moment();
    const next: AccountTerms = { ...terms, whiteLabelAt: granted ? moment.now : null };
    const change = known ? changed('accountTerms', next) : added('accountTerms', next);
    const entry = audited(moment, operator, {
      action: 'account.white_label',
      accountId,
      subjectId: accountId,
      before,
      after: { granted },
    });
    const withdrawal = page === undefined || granted ? decide({}) : withdrawWhiteLabel(moment, page);
    await tx.record([decide({ changes: [change] }), withdrawal, entry]);
    return next;
  });
}
