import type { Suspicion } from '#contract/exams/quiz-statistics.ts';
import { formatShare } from '#web/lib/format.ts';

export const suspicionNames: Record<Suspicion, string> = {
  suspect_key: 'Gabarito suspeito',
  negative_discrimination: 'Quem sabe menos acerta mais',
  wrong_preferred: 'Uma errada é a preferida',
  unused_option: 'Alternativa que ninguém marca',
};

/** What an author can do about it: in a cell, and in a sentence. */
export const whatToDo: Record<Suspicion, { short: string; text: string }> = {
  suspect_key: {
    short: 'Confira o gabarito',
    text: 'Os melhores alunos preferem uma errada. Confira o gabarito; se ele estiver errado, corrija a questão e anule-a onde já valeu nota.',
  },
  negative_discrimination: {
    short: 'Releia o enunciado',
    text: 'Quem foi pior no simulado acerta mais esta questão. Procure uma ambiguidade no enunciado ou uma alternativa que também serve.',
  },
  wrong_preferred: {
    short: 'Comente a armadilha',
    text: 'Uma errada é mais marcada que a certa. Se o gabarito está certo, explique a armadilha no comentário e na aula.',
  },
  unused_option: {
    short: 'Troque a alternativa',
    text: 'Ninguém marca uma das alternativas: ela não distrai. Troque-a por um erro que os alunos cometem.',
  },
};

export const share = (ratio: number | null) => (ratio === null ? '—' : formatShare(ratio * 100));

/** '+0,52': the sign is the message. */
export const signed = (value: number) => {
  const text = Math.abs(value).toFixed(2).replace('.', ',');
  return text === '0,00' ? text : `${value < 0 ? '−' : '+'}${text}`;
};

/** '45 s', '1 min 20 s' */
export function timeOf(seconds: number | null): string {
  if (seconds === null) return '—';
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}
