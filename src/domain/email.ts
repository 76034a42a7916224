/** Without ! and %, by which old relays send mail elsewhere; quoted forms and comments are not taken at all. */
const localPart = /^[A-Za-z0-9#$&'*+/=?^_{|}~-]+(\.[A-Za-z0-9#$&'*+/=?^_{|}~-]+)*$/;
const domainLetters = /^[\p{L}\p{M}\p{N}.-]+$/u;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const localMost = 64;
const most = 254;

/**
 * The one spelling of an address, by which a person is found: an ASCII local part and a domain in A-labels, in lower
 * case (supplement §2). Undefined where the text is no address; two that look alike never become one.
 */
export function addressOf(text: string): string | undefined {
  // The length first: what is long is not looked at.
  if (text.length > most) return undefined;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  if (local.length > localMost || !localPart.test(local)) return undefined;
  const domain = domainOf(text.slice(at + 1));
  const address = domain && `${local.toLowerCase()}@${domain}`;
  return address && address.length <= most ? address : undefined;
}

/** In A-labels; a name of one label, or one that ends in a number, is no domain that mail goes to. */
function domainOf(text: string): string | undefined {
  if (!domainLetters.test(text)) return undefined;
  const name = URL.parse(`http://${text}/`)?.hostname ?? '';
  const labels = name.split('.');
  const isName = name.length <= 253 && labels.length > 1 && labels.every((each) => label.test(each));
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? name : undefined;
}
