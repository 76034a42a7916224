import type { book as English } from '../en/book.js';
import { phrase, pluralIn } from '../phrase.js';

const many = pluralIn('es');

export const book = {
  balances: 'Saldos',
  buckets: {
    available: 'disponible',
    pending: 'pendiente',
    reserved: 'reservado',
    inSettlement: 'en liquidación',
    earnings: 'ganancias, fuera del total',
  },
  asOf: (time) => phrase`al ${time}`,
  statement: 'Estado de cuenta',
  noMoney: 'Todavía no hay dinero. Los saldos aparecen con el primer cobro.',
  noMoneyYet: 'Todavía no hay dinero.',
  chart: (currency, days) => `${currency}, ${many(days, '# día', '# días')}`,
  chartTitle: (currency, [first, highest, last]) =>
    `Total en ${currency}: ${first.total} el ${first.day}, máximo ${highest.total} el ${highest.day}, ${last.total} el ${last.day}`,
  lastDays: 'Últimos 30 días',
  asTable: 'Ver como tabla',
  day: 'Día',
  available: 'Disponible',
  total: 'Total',
  statementIn: (currency) => `Estado de cuenta en ${currency}`,
  noEntries: 'No hay movimientos en esta moneda.',
  reports: 'Reportes',
  report: 'Reporte',
  from: 'Desde (UTC)',
  to: 'Hasta (UTC), sin incluirlo',
  currency: 'Moneda',
  all: 'todas',
  show: 'Mostrar',
  nothing: 'No hay nada en este periodo.',
  rows: 'Filas',
  first50: 'Primeras 50 filas. El archivo tiene todas.',
  createCsv: 'Crear archivo CSV',
  rowsSoFar: (count) => `${many(count, '# fila', '# filas')}…`,
  rowsIn: (count) => many(count, '# fila', '# filas'),
  notCreated: (error) => `No se pudo crear el archivo: ${error}`,
  save: (name) => `Guardar ${name}`,
  statementOf: 'Estado de cuenta de un saldo',
  noBalance: 'Todavía no hay ningún saldo.',
  format: 'Formato',
  asking: 'Preparando…',
  makeStatement: 'Generar el estado de cuenta',
} satisfies typeof English;
