import type { Db, Tx } from '#server/db/handle.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import type { PracticeQuestionRow, PracticeRow } from './practice.store.ts';
import { takeFirst } from './practice-choice.service.ts';

export const practiceNotFound = () => notFound('Treino não encontrado.');

const reservedForExam = () =>
  new AppError(
    'attempt_open',
    'Este treino tem questões de um simulado marcado. Ele abre de novo depois do resultado.',
    {
      status: 'open',
    },
  );

/**
 * An answered question shows its key and counts as right or wrong. Refused while an attempt with the same question is
 * open. In a practice of mistakes this applies to unanswered questions as well: being in the list reveals as much.
 */
export async function refuseKeys(
  db: Db | Tx,
  user: SessionUser,
  practice: Pick<PracticeRow, 'id' | 'kind'>,
  rows: readonly Pick<PracticeQuestionRow, 'questionId' | 'optionId'>[],
  now: Date,
) {
  const isOfMistakes = practice.kind === 'mistakes' || practice.kind === 'timed';
  const telling = rows.filter(({ optionId }) => optionId !== null || isOfMistakes);
  if (telling.length === 0) return;
  const underWay = await readUnderWay(db, user.id, now);
  const holders = telling
    .flatMap(({ questionId }) => underWay.get(questionId) ?? [])
    .filter(({ practiceId }) => practiceId !== practice.id);
  if (holders.length === 0) return;
  throw holders.some(({ holdsResults, practiceId }) => holdsResults || practiceId !== null)
    ? takeFirst()
    : reservedForExam();
}
