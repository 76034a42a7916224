/** Values whose English text is not their code with spaces. */
export const spellings: Readonly<Record<string, string>> = {
  'HostedPageRadius.full': 'as round as possible',
  'HostedPageRadius.none': 'square',
  'Language.en': 'English',
  'Language.es': 'Español',
  'Language.pt': 'Português',
  ach: 'ACH',
  clave_rastreo: 'clave de rastreo',
  dm_sans: 'DM Sans',
  end_to_end_id: 'end-to-end id',
  inter: 'Inter',
  lato: 'Lato',
  lg: 'well rounded',
  md: 'rounded',
  montserrat: 'Montserrat',
  nunito: 'Nunito',
  open_sans: 'Open Sans',
  payin: 'pay-in',
  payin_reversed: 'pay-in reversed',
  payins: 'pay-ins',
  pending_approval: 'waiting for approval',
  pix: 'Pix',
  poppins: 'Poppins',
  roboto: 'Roboto',
  sm: 'slightly rounded',
  source_serif: 'Source Serif',
  spei: 'SPEI',
  tenant: 'the account',
};

/** A word of an enumeration in English. */
export const spelled = (word: string, type = ''): string =>
  spellings[`${type}.${word}`] ?? spellings[word] ?? word.replaceAll('_', ' ');
