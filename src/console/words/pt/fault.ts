import type { faults as Spanish } from '../es/fault.js';

export const faults = {
  contrast: 'A cor não tem contraste suficiente. Escolha uma mais escura ou mais clara.',
  currency: 'Não é um código de moeda. Digite um como BRL ou USDT.',
  decimals: 'Tem casas decimais demais; no máximo #.',
  digits: 'Algum algarismo parece estar errado ou faltar. Confira.',
  format: 'O formato não está certo. Confira.',
  invisible: 'Contém um caractere invisível. Digite de novo.',
  mail: 'Não é um e-mail. Digite um como ana@example.com.',
  noDecimals: 'Esta moeda não tem casas decimais.',
  notAmount: 'Não é um valor. Digite sem separar os milhares e com ponto decimal, como 1250.50.',
  notOneOf: 'Não é uma das opções. Escolha outra.',
  number: 'Digite um número inteiro.',
  oneLine: 'Digite em uma só linha.',
  publicHttps: 'Precisa ser um endereço https público, na porta 443.',
  required: 'É obrigatório.',
  time: 'Não é uma data e hora.',
  tooLong: 'Digite no máximo # caracteres.',
} as const satisfies Readonly<Record<keyof typeof Spanish, string>>;
