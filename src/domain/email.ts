/** Without ! and %, which old relays use to forward mail elsewhere. Quoted forms and comments are not supported. */
const localPart = /^[A-Za-z0-9#$&'*+/=?^_{|}~-]+(\.[A-Za-z0-9#$&'*+/=?^_{|}~-]+)*$/;
const domainLetters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const localMost = 64;
const most = 254;

/**
 * The normal form of an address, by which people are found: ASCII local part, and the domain as A-labels in lower
 * case (supplement §2). Undefined if the text is no address. Addresses that merely look alike stay distinct.
 */
export function addressOf(text: string): string | undefined {
  // Check the length first, so that long text is not scanned.
  if (text.length > most) return undefined;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  if (local.length > localMost || !localPart.test(local)) return undefined;
  const domain = domainOf(text.slice(at + 1));
  const address = domain && `${local.toLowerCase()}@${domain}`;
  return address && address.length <= most ? address : undefined;
}

/** The domain as A-labels. A single label, or a name that ends in a number, cannot receive mail. */
function domainOf(text: string): string | undefined {
  if (!domainLetters.test(text)) return undefined;
  const name = URL.parse(`http://${text}/`)?.hostname ?? '';
  const labels = name.split('.');
  const isName = name.length <= 253 && labels.length > 1 && labels.every((each) => label.test(each));
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? name : undefined;
}
