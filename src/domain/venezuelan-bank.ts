/**
 * Banks of Venezuela by the first four digits of their account numbers: banks in SUDEBAN's register that take part in
 * the clearing of the Banco Central de Venezuela. Source: the participants' published list for credits and pago
 * móvil, November 2026. A merged bank is removed once its accounts have moved.
 */
export const venezuelanBanks: Readonly<Record<string, string>> = {
  '0001': 'Banco Central de Venezuela',
  '0102': 'Banco de Venezuela',
  '0104': 'Banco Venezolano de Crédito',
  '0105': 'Banco Mercantil',
  '0108': 'BBVA Provincial',
  '0114': 'Bancaribe',
  '0115': 'Banco Exterior',
  '0128': 'Banco Caroní',
  '0134': 'Banesco',
  '0137': 'Banco Sofitasa',
  '0138': 'Banco Plaza',
  '0146': 'Bangente',
  '0151': 'BFC Banco Fondo Común',
  '0156': '100% Banco',
  '0157': 'DelSur',
  '0163': 'Banco del Tesoro',
  '0166': 'Banco Agrícola de Venezuela',
  '0168': 'Bancrecer',
  '0169': 'R4 Banco Microfinanciero',
  '0171': 'Banco Activo',
  '0172': 'Bancamiga',
  '0173': 'Banco Internacional de Desarrollo',
  '0174': 'Banplus',
  '0175': 'Banco Digital de los Trabajadores',
  '0177': 'Banfanb',
  '0178': 'N58 Banco Digital',
  '0191': 'BNC Banco Nacional de Crédito',
  '0601': 'Instituto Municipal de Crédito Popular',
};

export function isVenezuelanBank(code: string): boolean {
  return Object.hasOwn(venezuelanBanks, code);
}
