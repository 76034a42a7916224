import { requestLanguage } from '../../domain/language.js';
import { languages, type Language } from '../../domain/mail.js';

export { isLanguage } from '../../domain/language.js';
export { languages, type Language };

/** The language of a page for an Accept-Language header. */
export const languageOf = (accepted?: string): Language => requestLanguage(accepted) ?? 'en';
