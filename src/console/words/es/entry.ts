import type { entry as English } from '../en/entry.js';

export const entry = {
  signIn: 'Iniciar sesión',
  mail: 'Correo electrónico',
  mailHint: 'Te enviaremos un código de acceso.',
  sendCode: 'Enviar código',
  code: 'Código de 6 dígitos del correo',
  codeHint: (mail) => `Si ${mail} pertenece a un miembro, el código está en camino. Vence en 10 minutos.`,
  sending: 'Enviando…',
  otherMail: 'Usar otro correo o pedir otro código',
  byPasskey: 'Iniciar sesión con una llave de acceso',
  waitingForDevice: 'Esperando a tu dispositivo…',
  sessionEnded: 'Tu sesión terminó. Inicia sesión de nuevo.',
  tokenRevoked: 'Tu sesión ya no es válida. Inicia sesión de nuevo.',
  confirmTitle: 'Confirma que eres tú',
  confirmByPasskey: 'Este paso es delicado. Confírmalo con tu llave de acceso.',
  confirmByCode: (mail) =>
    `Este paso es delicado. Enviamos un código de seis dígitos a ${mail}; escríbelo aquí.`,
  fiveMinutes: 'No te lo pediremos de nuevo durante cinco minutos.',
  notNow: 'Ahora no',
  anotherCode: 'Enviar otro código',
  waiting: 'Esperando…',
  confirmWithPasskey: 'Confirmar con una llave de acceso',
  confirm: 'Confirmar',
  unconfirmed: 'No se hizo: no confirmaste tu identidad.',
  passkeyKnown: 'Este dispositivo ya tiene una llave de acceso tuya para esta cuenta.',
  noPasskeyUsed: 'No se usó ninguna llave de acceso. Inténtalo de nuevo.',
} satisfies typeof English;
