import type { book as English } from '../en/book.js';
import { phrase, pluralIn } from '../phrase.js';

const many = pluralIn('pt');

export const book = {
  balances: 'Saldos',
  buckets: {
    available: 'disponível',
    pending: 'pendente',
    reserved: 'reservado',
    inSettlement: 'em liquidação',
    earnings: 'ganhos, fora do total',
  },
  asOf: (time) => phrase`em ${time}`,
  statement: 'Extrato',
  noMoney: 'Ainda não há dinheiro. Os saldos aparecem com o primeiro recebimento.',
  noMoneyYet: 'Ainda não há dinheiro.',
  chart: (currency, days) => `${currency}, ${many(days, '# dia', '# dias')}`,
  chartTitle: (currency, [first, highest, last]) =>
    `Total em ${currency}: ${first.total} em ${first.day}, no máximo ${highest.total} em ${highest.day}, ${last.total} em ${last.day}`,
  lastDays: 'Últimos 30 dias',
  asTable: 'Ver como tabela',
  day: 'Dia',
  available: 'Disponível',
  total: 'Total',
  statementIn: (currency) => `Extrato em ${currency}`,
  noEntries: 'Não há lançamentos nesta moeda.',
  reports: 'Relatórios',
  report: 'Relatório',
  from: 'De (UTC)',
  to: 'Até (UTC), sem incluir',
  currency: 'Moeda',
  all: 'todas',
  show: 'Mostrar',
  nothing: 'Não há nada neste período.',
  rows: 'Linhas',
  first50: 'Primeiras 50 linhas. O arquivo tem todas.',
  createCsv: 'Criar arquivo CSV',
  rowsSoFar: (count) => `${many(count, '# linha', '# linhas')}…`,
  rowsIn: (count) => many(count, '# linha', '# linhas'),
  notCreated: (error) => `Não foi possível criar o arquivo: ${error}`,
  save: (name) => `Salvar ${name}`,
  statementOf: 'Extrato de um saldo',
  noBalance: 'Ainda não há nenhum saldo.',
  format: 'Formato',
  asking: 'Preparando…',
  makeStatement: 'Gerar o extrato',
} satisfies typeof English;
