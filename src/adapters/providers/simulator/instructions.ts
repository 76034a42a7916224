import { createHash } from 'node:crypto';
import { toBuffer } from 'qrcode';
import { clabeDigit } from '../../../domain/check-digit.js';
import { show } from '../../../domain/money.js';
import type { FundingAsk } from '../../../ports/provider.js';

/**
 * Payment instructions for a payer (contract §2.10). Every code is recognizable as a test code and reaches no
 * real bank.
 */
export async function instructionsOf(ask: FundingAsk): Promise<Record<string, string>> {
  return {
    ...(ask.amount && { amount: show(ask.amount, ask.currency), currency: ask.currency }),
    ...(ask.method === 'pix' ? await pixInstructions(ask) : bankInstructions(ask)),
    ...(ask.expiresAt && { expires_at: ask.expiresAt.toISOString() }),
  };
}

/**
 * Digits of an account number before the check digit. The numbers start with zeros, a bank code that is not
 * assigned.
 */
const accountDigits: Readonly<Record<string, number>> = { spei: 17, bank_transfer: 20, ach: 17 };

function bankInstructions(ask: FundingAsk): Record<string, string> {
  const hash = createHash('sha256').update(ask.reference).digest('hex');
  const digits = accountDigits[ask.method] ?? 20;
  const own = BigInt(`0x${hash}`)
    .toString()
    .slice(-(digits - 6));
  const account = own.padStart(digits, '0');
  return {
    bank_account: ask.method === 'spei' ? account + clabeDigit(account) : account,
    reference: `SBX${hash.slice(0, 10).toUpperCase()}`,
  };
}

async function pixInstructions(ask: FundingAsk): Promise<Record<string, string>> {
  const code = pixCode(ask);
  const image = await toBuffer(code, { type: 'png', errorCorrectionLevel: 'M', margin: 2, scale: 4 });
  return { copy_paste_code: code, qr_code_image_base64: image.toString('base64') };
}

/** A BR Code (EMV merchant-presented) whose URL is under `.invalid`, which never resolves. */
function pixCode(ask: FundingAsk): string {
  const location = `pix.sandbox.invalid/${ask.reference}`.slice(0, 73);
  const code = [
    field('00', '01'),
    // Point of initiation 12: a charge that is paid once.
    ask.amount ? field('01', '12') : '',
    field('26', field('00', 'br.gov.bcb.pix') + field('25', location)),
    field('52', '0000'),
    field('53', '986'),
    ask.amount ? field('54', show(ask.amount, ask.currency)) : '',
    field('58', 'BR'),
    field('59', 'SANDBOX'),
    field('60', 'SANDBOX'),
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return code + crc16(code);
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE, the checksum at the end of a BR Code. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
