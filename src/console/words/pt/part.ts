import type { part as English } from '../en/part.js';
import { agoIn, phrase } from '../phrase.js';

const ago = agoIn('pt');

export const part = {
  copied: 'copiado',
  copy: (text) => `Copiar ${text}`,
  nothing: 'vazio',
  here: (time) => `${time} aqui`,
  now: 'agora',
  due: 'pendente agora',
  ago: (count, unit, isPast) => ago(isPast ? -count : count, unit),
  outOfDate: 'Isto pode estar desatualizado.',
  notLoaded: 'Não foi possível carregar.',
  tryAgain: 'Tentar de novo',
  gaps: 'Algumas partes não puderam ser carregadas',
  loading: 'Carregando…',
  yes: 'sim',
  no: 'não',
  noAnswer: 'O serviço não respondeu.',
  answered: (status) => `O serviço respondeu ${status}.`,
  withoutBody: (status) => `O serviço respondeu ${status} sem conteúdo.`,
  withoutData: 'O serviço respondeu sem dados.',
  broken: 'A página falhou. Recarregue-a.',
  unansweredActs: 'Ações sem resposta',
  hadNoAnswer: (act, time) => phrase`${act}, de ${time}, não teve resposta.`,
  mayBeDone: 'Pode ter sido feito ou não',
  checkFirst: 'Confira antes de fazer de novo.',
  understood: 'Entendi',
} satisfies typeof English;
