import type { details as Spanish } from '../es/detail.js';

export const details = {
  account_number: [
    'Número da conta',
    'Como o banco informa, só algarismos',
    'Digite o número da conta como o banco informa, só algarismos.',
  ],
  account_type: ['Tipo de conta', '', 'Escolha o tipo de conta.'],
  bank_code: ['Código do banco', '4 algarismos, como 0102', 'Digite os 4 algarismos do banco, como 0102.'],
  cci: [
    'Código de conta interbancário (CCI)',
    '20 algarismos, sem espaços nem traços',
    'Digite os 20 algarismos do CCI, sem espaços nem traços.',
  ],
  clabe: [
    'CLABE',
    '18 algarismos, sem espaços',
    'Digite os 18 algarismos da CLABE; algum parece estar errado ou faltar.',
  ],
  'document.number': [
    'Número do documento',
    'Sem a letra, pontos nem traços',
    'Digite o número do documento sem a letra, pontos nem traços.',
  ],
  'document.type': ['Tipo de documento de identidade', '', 'Escolha o tipo do documento.'],
  document_number: [
    'DNI ou RUC do titular',
    '8 algarismos para DNI, 11 para RUC',
    'Digite um DNI de 8 algarismos ou um RUC de 11.',
  ],
  first_name: ['Nomes próprios', 'Como o banco os conhece', 'Digite os nomes próprios.'],
  last_name: ['Sobrenomes', 'Como o banco os conhece', 'Digite os sobrenomes.'],
  name: [
    'Nome completo do titular',
    'Como o banco o conhece',
    'Digite o nome completo, com 2 letras ou mais.',
  ],
  phone: [
    'Número de celular',
    'Com todos os algarismos',
    'Digite o número de celular com todos os algarismos.',
  ],
  pix_key: [
    'Chave Pix',
    'CPF, CNPJ, telefone com +55, e-mail ou chave aleatória',
    'Digite uma chave Pix: CPF ou CNPJ sem pontos, telefone como +5511987654321, e-mail ou chave aleatória.',
  ],
  routing_number: [
    'Número de roteamento do banco (ABA)',
    '9 algarismos',
    'Digite os 9 algarismos do número de roteamento; algum parece estar errado ou faltar.',
  ],
} as const satisfies Readonly<Record<keyof typeof Spanish, readonly [string, string, string]>>;
