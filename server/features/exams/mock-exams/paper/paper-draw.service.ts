import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/exams/quiz-paper.ts';
import { QUIZ_TITLE_MAX } from '#contract/limits.ts';
import { writtenDay } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { refuseTrialQuestions } from '#server/features/questions/questions/open-questions.service.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { findQuizByKey, insertQuiz, updateQuizRow } from '../authoring/authoring.store.ts';
import { findOwnQuiz } from '../authoring/drafts.service.ts';
import { fixVersion, insertVersion, insertVersionQuestions } from '../authoring/versions.store.ts';
import { questionsFor } from '../drawing/draws.service.ts';
import { findPrintable } from './paper.service.ts';

/**
 * Makes the draws of a quiz once, as an attempt would, into a new draft. Students see nothing of it, and its
 * version is fixed at once: the code on paper must name the questions that were printed.
 */
export async function drawPaper(
  deps: Deps,
  user: SessionUser,
  quizId: number,
  body: BodyOf<typeof contract.drawPaper>,
) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const source = await findOwnQuiz(tx, user, quizId);
    const quiz = await insertQuiz(tx, { authorId: user.id, creationKey: body.creationKey, now });
    if (!quiz) {
      const existing = await findQuizByKey(tx, body.creationKey, user.id);
      if (!existing) throw new AppError('conflict', 'Este simulado já foi criado.');
      return { isNew: false, made: { id: existing.id } };
    }
    const version = await findPrintable(tx, source);
    if (version.drawCount === 0)
      throw new AppError('conflict', 'Este simulado tem só questões fixas: imprima-o como está.');
    const placed = await questionsFor(tx, { versionId: version.id, drawCount: version.drawCount });
    const missing = version.questionCount - placed.length;
    if (missing > 0)
      throw wrongField(
        'bank',
        `O banco não tem questões bastantes para este sorteio: ${missing === 1 ? 'falta 1' : `faltam ${missing}`}. ` +
          'Inclua questões no banco, ou mude os sorteios do simulado.',
        'quiz_incomplete',
      );
    const copy = await insertVersion(tx, {
      ...version,
      title: titleOnPaper(version.title, now),
      drawCount: 0,
      quizId: quiz.id,
      number: 1,
      questionCount: placed.length,
      now,
    });
    await insertVersionQuestions(tx, copy, placed);
    await refuseTrialQuestions(tx, placed);
    await updateQuizRow(tx, quiz.id, { draftVersionId: copy, now, countsAsSave: false });
    await fixVersion(tx, copy, now);
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'quiz.paper_drawn',
      subject: `quiz:${quiz.id}`,
      details: { from: source.id },
    });
    return { isNew: true, made: { id: quiz.id } };
  });
}

/** The day stays whole where the title is too long for both. */
function titleOnPaper(title: string, now: Date): string {
  const day = ` (em papel, ${writtenDay(dayOf(now))})`;
  return `${title.slice(0, QUIZ_TITLE_MAX - day.length).toWellFormed()}${day}`;
}
