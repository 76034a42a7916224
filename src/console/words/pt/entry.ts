import type { entry as English } from '../en/entry.js';

export const entry = {
  signIn: 'Entrar',
  mail: 'E-mail',
  mailHint: 'Vamos enviar um código de acesso.',
  sendCode: 'Enviar código',
  code: 'Código de 6 dígitos do e-mail',
  codeHint: (mail) => `Se ${mail} pertence a um membro, o código está a caminho. Ele expira em 10 minutos.`,
  sending: 'Enviando…',
  otherMail: 'Usar outro e-mail ou pedir outro código',
  byPasskey: 'Entrar com uma chave de acesso',
  waitingForDevice: 'Aguardando o seu dispositivo…',
  sessionEnded: 'A sua sessão terminou. Entre de novo.',
  tokenRevoked: 'A sua sessão não é mais válida. Entre de novo.',
  confirmTitle: 'Confirme que é você',
  confirmByPasskey: 'Este passo é delicado. Confirme com a sua chave de acesso.',
  confirmByCode: (mail) =>
    `Este passo é delicado. Enviamos um código de seis dígitos para ${mail}; digite-o aqui.`,
  fiveMinutes: 'Não vamos pedir de novo durante cinco minutos.',
  notNow: 'Agora não',
  anotherCode: 'Enviar outro código',
  waiting: 'Aguardando…',
  confirmWithPasskey: 'Confirmar com uma chave de acesso',
  confirm: 'Confirmar',
  unconfirmed: 'Não foi feito: a sua identidade não foi confirmada.',
  passkeyKnown: 'Este dispositivo já tem uma chave de acesso sua para esta conta.',
  noPasskeyUsed: 'Nenhuma chave de acesso foi usada. Tente de novo.',
} satisfies typeof English;
