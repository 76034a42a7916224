import { refuse } from './refusal.js';

// Active ISO 4217 codes by their number of decimals, and the two stablecoins (supplement §1). Source: the list of
// 2024-06-25 next to the test, with amendments up to 179.
const codesByDecimals: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
    CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG
    HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR
    MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD
    SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG
    YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
  6: 'USDC USDT',
};

const decimals = new Map<string, number>(
  Object.entries(codesByDecimals).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(digits)]),
  ),
);

/** Whether the code is known; codes are upper case. */
export function isCurrency(code: string): boolean {
  return decimals.has(code);
}

/** Whether it is an ISO 4217 code: three letters, while the stablecoins have four. */
export function isIsoCurrency(code: string): boolean {
  return code.length === 3 && isCurrency(code);
}

/** Number of decimals of the currency. An unknown currency is a bug. */
export function decimalsOf(currency: string): number {
  const found = decimals.get(currency);
  if (found === undefined) throw new Error(`unknown currency ${currency}`);
  return found;
}

/** Checks every currency given by a caller; refuses an unknown one with `invalid_parameter` and the param. */
export function currencyFrom(text: string, param: string): string {
  return isCurrency(text) ? text : refuse('invalid_parameter', `${param}: ${notCurrency(text)}.`, { param });
}

/** Says why the text is not a currency, and what to send. */
export function notCurrency(text: string): string {
  const upper = text.toUpperCase();
  return isCurrency(upper)
    ? `must be in upper case; send ${upper}`
    : 'is not a currency code; send an ISO 4217 code such as PEN, or USDT or USDC';
}
