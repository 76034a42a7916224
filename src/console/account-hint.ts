/** Of a number its end has digits or capital letters, of a random Pix key four hexadecimal digits. */
const isOfMail = (hint: string): boolean => /[^0-9A-Z]/.test(hint) && !/^[0-9a-f]{4}$/.test(hint);

/** The last digits of a bank account, or the end of an e-mail address before its "@". */
export const hintText = (hint: string): string => `····${hint}${isOfMail(hint) ? '@…' : ''}`;
