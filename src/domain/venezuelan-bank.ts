/**
 * Banks of Venezuela by the first four digits of their account numbers: banks in SUDEBAN's register that take part in
 * the clearing of the Banco Central de Venezuela. Source: the participants' published list for credits and pago
 * móvil, November 2026. A merged bank is removed once its accounts have moved.
 */
const codes = `0001 0102 0104 0105 0108 0114 0115 0128 0134 0137 0138 0146 0151 0156 0157 0163 0166 0168 0169 0171
  0172 0173 0174 0175 0177 0178 0191 0601`;

const banks: ReadonlySet<string> = new Set(codes.split(/\s+/));

export function isVenezuelanBank(code: string): boolean {
  return banks.has(code);
}
