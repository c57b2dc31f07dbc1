import type { OfflineAction } from '#contract/study/offline.ts';
import { plural } from '#web/lib/format.ts';

type Counted = readonly Pick<OfflineAction, 'kind'>[];

const count = (deeds: Counted, ...kinds: OfflineAction['kind'][]) =>
  deeds.filter(({ kind }) => kinds.includes(kind)).length;

/** '3 respostas e 1 anotação'; empty if nothing with a name for users is queued. */
export function waitingWords(deeds: Counted, otherAnswers = 0): string {
  const answers = count(deeds, 'answer', 'card-answer') + otherAnswers;
  const notes = count(deeds, 'note', 'note-change', 'note-removal');
  const progress = count(deeds, 'completion', 'reading');
  const named = [
    answers > 0 && plural(answers, 'resposta', 'respostas'),
    notes > 0 && plural(notes, 'anotação', 'anotações'),
    answers + notes === 0 && progress > 0 && 'o progresso das aulas',
  ].filter((words) => words !== false);
  return named.join(' e ');
}

/** 'As 3 respostas foram enviadas.' */
export function sentWords(deeds: Counted, otherAnswers = 0): string {
  const words = waitingWords(deeds, otherAnswers);
  const named = count(deeds, 'answer', 'card-answer', 'note', 'note-change', 'note-removal') + otherAnswers;
  if (named === 0) return words && 'O progresso das aulas foi enviado.';
  return named === 1 ? `${words} foi enviada.` : `${words} foram enviadas.`;
}
