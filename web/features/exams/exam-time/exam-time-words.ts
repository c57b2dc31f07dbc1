import type { ExamHelper, ExamRight, ExtraTime } from '#contract/exams/exam-time.ts';
import { plural } from '#web/lib/format.ts';

export const helperWords: Record<ExamHelper, string> = {
  none: 'Nenhum',
  reader: 'Ledor',
  scribe: 'Transcritor',
  reader_and_scribe: 'Ledor e transcritor',
};

/** '+25%', '+30 min'; empty without extra time. */
export const extraWords = ({ percent, minutes }: ExtraTime): string =>
  percent > 0 ? `+${percent}%` : minutes > 0 ? `+${minutes} min` : '';

type Granted = Pick<ExamRight, 'extraPercent' | 'extraMinutes' | 'breaks' | 'breakMinutes' | 'largePrint' | 'helper'>;

/** Everything that a right contains, one line each. */
export function rightWords(right: Granted): string[] {
  const extra = extraWords({ percent: right.extraPercent, minutes: right.extraMinutes });
  return [
    ...(extra ? [`Tempo a mais: ${extra}`] : []),
    ...(right.breaks > 0
      ? [`Pausas: ${plural(right.breaks, 'vez', 'vezes')} por prova, até ${right.breakMinutes} min cada`]
      : []),
    ...(right.largePrint ? ['Letra grande ao abrir a prova'] : []),
    ...(right.helper === 'none' ? [] : [`Ajuda: ${helperWords[right.helper].toLowerCase()}`]),
  ];
}

const actionWords: Record<string, string> = {
  'exam_time.asked': 'pediu tempo a mais',
  'exam_time.withdrawn': 'retirou o pedido',
  'exam_time.granted': 'deu o direito',
  'exam_time.changed': 'mudou o direito',
  'exam_time.removed': 'tirou o direito',
  'exam_time.refused': 'recusou o pedido',
  'exam_time.document_seen': 'abriu o documento',
};

export const eventWords = (event: { action: string; extraPercent: number; extraMinutes: number }): string => {
  const extra = extraWords({ percent: event.extraPercent, minutes: event.extraMinutes });
  return `${actionWords[event.action] ?? event.action}${extra ? ` (${extra})` : ''}`;
};
