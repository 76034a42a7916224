/** The account details of a beneficiary: label, hint, and what to enter if the value is wrong. */
export const details = {
  account_number: [
    'Número de cuenta',
    'Como lo da el banco, solo cifras',
    'Escribe el número de cuenta como lo da el banco, solo cifras.',
  ],
  account_type: ['Tipo de cuenta', '', 'Elige el tipo de cuenta.'],
  bank_code: ['Código del banco', '4 cifras, como 0102', 'Escribe las 4 cifras del banco, como 0102.'],
  cci: [
    'Código de cuenta interbancario (CCI)',
    '20 cifras, sin espacios ni guiones',
    'Escribe las 20 cifras del CCI, sin espacios ni guiones.',
  ],
  clabe: [
    'CLABE',
    '18 cifras, sin espacios',
    'Escribe las 18 cifras de la CLABE; alguna parece estar mal o faltar.',
  ],
  'document.number': [
    'Número del documento',
    'Sin la letra, puntos ni guiones',
    'Escribe el número del documento sin la letra, puntos ni guiones.',
  ],
  'document.type': ['Tipo de documento de identidad', '', 'Elige el tipo de documento.'],
  document_number: [
    'DNI o RUC del titular',
    '8 cifras si es DNI, 11 si es RUC',
    'Escribe un DNI de 8 cifras o un RUC de 11 cifras.',
  ],
  first_name: ['Nombres', 'Como los conoce el banco', 'Escribe los nombres.'],
  last_name: ['Apellidos', 'Como los conoce el banco', 'Escribe los apellidos.'],
  name: [
    'Nombre completo del titular',
    'Como lo conoce el banco',
    'Escribe el nombre completo, de 2 letras o más.',
  ],
  phone: ['Número de celular', 'Con todas sus cifras', 'Escribe el número de celular con todas sus cifras.'],
  pix_key: [
    'Clave Pix',
    'Un CPF, un CNPJ, un teléfono con +55, un correo o una clave aleatoria',
    'Escribe una clave Pix: un CPF o CNPJ sin puntos, un teléfono como +5511987654321, un correo o una clave aleatoria.',
  ],
  routing_number: [
    'Número de ruta del banco (ABA)',
    '9 cifras',
    'Escribe las 9 cifras del número de ruta; alguna parece estar mal o faltar.',
  ],
} as const satisfies Readonly<Record<string, readonly [string, string, string]>>;
