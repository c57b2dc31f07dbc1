import { CloudCheck, CloudUpload, TriangleAlert } from 'lucide-react';
import { type Correction, emptyCorrection } from '#contract/exams/essay-corrections.ts';
import type { ReadEssayAnswer } from '#contract/exams/essay-grading.ts';
import type { EditingHandle } from '#web/lib/use-editing.ts';

export function sendLabel({ state, isBlind, isFinished }: ReadEssayAnswer, hasNext: boolean): string {
  if (state === 'returned') return 'Devolvida';
  if (isFinished) return 'Concluída';
  const verb = isBlind ? 'Concluir' : 'Devolver';
  return hasNext ? `${verb} e próxima` : verb;
}

export const correctionLines = (value: Correction) => [
  { name: 'points', label: 'Pontos', text: Object.values({ ...emptyCorrection.points, ...value.points }).join(' · ') },
  { name: 'marks', label: 'Marcas', text: value.marks.map(({ comment }) => comment).join('\n') },
  { name: 'comment', label: 'Comentário', text: value.comment },
];

const stateLine = 'flex items-center gap-1.5 text-xs [&>.lucide]:size-4';

/** Where the draft of the correction is stored. */
export function SaveState({ editing, isFailing }: { editing: EditingHandle<Correction>; isFailing: boolean }) {
  const { isDirty, isSaving } = editing;
  if (isDirty && isFailing) {
    return (
      <span className={stateLine}>
        <TriangleAlert className="text-sun" /> Guardada neste aparelho
      </span>
    );
  }
  return isDirty || isSaving ? (
    <span className={stateLine}>
      <CloudUpload /> Salvando…
    </span>
  ) : (
    <span className={stateLine}>
      <CloudCheck /> Rascunho salvo
    </span>
  );
}
