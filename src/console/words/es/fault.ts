/** What is wrong with a value, and what to enter. */
export const faults = {
  contrast: 'El color no contrasta lo suficiente. Elige uno más oscuro o más claro.',
  currency: 'No es un código de moneda. Escribe uno como MXN o USDT.',
  decimals: 'Tiene demasiados decimales; como máximo #.',
  digits: 'Alguna cifra parece estar mal o faltar. Revísalo.',
  format: 'El formato no es correcto. Revísalo.',
  invisible: 'Contiene un carácter invisible. Escríbelo de nuevo.',
  mail: 'No es un correo electrónico. Escribe uno como ana@example.com.',
  noDecimals: 'Esta moneda no lleva decimales.',
  notAmount: 'No es un monto. Escríbelo sin separar los miles y con punto decimal, como 1250.50.',
  notOneOf: 'No es una de las opciones. Elige otra.',
  number: 'Escribe un número entero.',
  oneLine: 'Escríbelo en una sola línea.',
  publicHttps: 'Debe ser una dirección https pública, en el puerto 443.',
  required: 'Es obligatorio.',
  time: 'No es una fecha y hora.',
  tooLong: 'Escribe como máximo # caracteres.',
} as const;
