import type { part as English } from '../en/part.js';
import { agoIn, phrase } from '../phrase.js';

const ago = agoIn('es');

export const part = {
  copied: 'copiado',
  copy: (text) => `Copiar ${text}`,
  nothing: 'vacío',
  here: (time) => `${time} aquí`,
  now: 'ahora',
  due: 'pendiente ahora',
  ago: (count, unit, isPast) => ago(isPast ? -count : count, unit),
  outOfDate: 'Esto puede estar desactualizado.',
  notLoaded: 'No se pudo cargar.',
  tryAgain: 'Intentar de nuevo',
  gaps: 'Algunas partes no se pudieron cargar',
  loading: 'Cargando…',
  yes: 'sí',
  no: 'no',
  noAnswer: 'El servicio no respondió.',
  answered: (status) => `El servicio respondió ${status}.`,
  withoutBody: (status) => `El servicio respondió ${status} sin contenido.`,
  withoutData: 'El servicio respondió sin datos.',
  broken: 'La página falló. Vuelve a cargarla.',
  unansweredActs: 'Acciones sin respuesta',
  hadNoAnswer: (act, time) => phrase`${act}, con fecha ${time}, no tuvo respuesta.`,
  mayBeDone: 'Puede que se haya hecho o que no',
  checkFirst: 'Revísalo antes de hacerlo otra vez.',
  understood: 'Entendido',
} satisfies typeof English;
