import { areUsual } from '../../domain/terms.js';
import { part, parts } from '../shape.js';
import { balanceShape, balanceView, type BalanceView } from '../balance.js';
import { balancesMost } from './balance.js';
import { configurationAnswer } from './settlement.js';
import { answering } from './type.js';

export const accountAnswers = answering('account', {
  balances: {
    is: parts(balanceShape, 'Balances of the account, one per currency.', { most: balancesMost }),
    answer: async ({ id: accountId }, { load, ports }): Promise<BalanceView[]> => {
      const rows = await load.balances(accountId);
      return rows.map((row) => balanceView(row, ports.catalogue.primaryTreasuryAsset));
    },
  },
  terms: {
    is: part('accountTerms', 'Terms agreed with the account; null if all are the default.', {
      optional: true,
    }),
    answer: async ({ id: accountId }, { load }) => {
      const [terms] = await load.children(['accountTerms', 'accountId'], { accountId, id: accountId }, 1);
      return terms === undefined || areUsual(terms) ? null : terms;
    },
  },
  settlementConfiguration: configurationAnswer,
});
