/** The text of a Pix QR code (EMV merchant-presented). */
interface BrCode {
  readonly receiver: { readonly name: string; readonly city: string };
  /** For a static code. */
  readonly key?: string;
  readonly txid?: string;
  /** For a dynamic code: URL of the payload without https://. */
  readonly location?: string;
}

export function brCode({ receiver, key, txid = '***', location }: BrCode): string {
  const account =
    field('00', 'br.gov.bcb.pix') + (location === undefined ? field('01', key ?? '') : field('25', location));
  const code = [
    field('00', '01'),
    location === undefined ? '' : field('01', '12'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', plain(receiver.name)),
    field('60', plain(receiver.city)),
    field('62', field('05', txid)),
    '6304',
  ].join('');
  return code + crc16(code);
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** Removes other characters, because readers count characters differently beyond ASCII. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, ' ');

/** CRC-16/CCITT-FALSE. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
