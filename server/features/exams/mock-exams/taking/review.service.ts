import type { Outdated } from '#contract/question-status.ts';
import type { Deps } from '#server/deps.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { isAuthor } from '#server/http/access.ts';
import { notFound, requireFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { closeDue } from '../grading/closing.service.ts';
import { isRight } from '../grading/grading.ts';
import { asAttempt, attemptStillOpen, closedResult } from './attempt-results.ts';
import { findAttempt, findOpenAttempt, listClosedAttempts } from './attempts.store.ts';
import { readUnderWay, withheldAttempts } from './being-taken.service.ts';
import { readKeyPrices, recordKeysShown } from './key-openings.service.ts';
import { inOrderOf } from './option-order.ts';
import { findQuizVersion } from './quizzes.store.ts';
import { listReviewedQuestions } from './review.store.ts';

/** How many attempts the chart compares. */
const HISTORY = 20;
const NO_SUBJECT = 'Sem matéria';

/**
 * Everything about a closed attempt. While the student has an open attempt at the same quiz, the review is refused: an
 * old attempt must not answer the new one. A question that is also in an open attempt at another quiz is shown without
 * its key, and every result that includes it is withheld. What is shown is recorded first (103).
 */
export async function review(deps: Deps, user: SessionUser, attemptId: number, wish: 'open' | 'ask') {
  await closeDue(deps, user.id);
  const row = await requireFound(findAttempt(deps.db, attemptId, user.id), notFound);
  if (!row.closedAt || (await findOpenAttempt(deps.db, user.id, row.quizId))) throw attemptStillOpen();
  const [version, sheet, closed] = await Promise.all([
    findQuizVersion(deps.db, row.versionId),
    listReviewedQuestions(deps.db, attemptId),
    listClosedAttempts(deps.db, user.id, row.quizId, { limit: HISTORY, before: null }),
  ]);
  if (!version) throw notFound();
  const underWay = await readUnderWay(deps.db, user.id, deps.clock.now());
  const withheld = await withheldAttempts(deps.db, user.id, underWay);
  const now = deps.clock.now();
  const priceOf = await readKeyPrices(
    deps.db,
    user,
    sheet.map(({ questionId }) => questionId),
    now,
  );
  const price = sheet.map(({ questionId }) => priceOf(questionId)).find((date) => date !== null) ?? null;
  const isEarned = isAuthor(user) || closed.length > 1 || answeredHalf(sheet);
  const key = keyState({ isEarned, mustAsk: price !== null && wish === 'ask' });
  if (key === 'open') {
    const shown = sheet.map(({ questionId }) => questionId).filter((id) => !underWay.has(id));
    await recordKeysShown(deps.db, user, shown, now);
  }
  const contents = new Map(
    (
      await readContents(
        deps.db,
        sheet.map(({ questionVersionId }) => questionVersionId),
      )
    ).map((content) => [content.id, content]),
  );
  const questions = sheet.flatMap(({ questionId, questionVersionId, selectedOptionId, ...rest }) => {
    const content = contents.get(questionVersionId);
    const right = content?.options.find(({ isCorrect }) => isCorrect);
    if (!content || !right) return [];
    return {
      ...rest,
      id: questionId,
      isUnderWay: underWay.has(questionId),
      isWithheld: key !== 'open' || underWay.has(questionId),
      kind: content.kind,
      format: content.format,
      baseText: content.baseText,
      questionText: content.statement,
      comment: content.comment,
      selectedOptionId,
      isCorrect: isRight({ selectedOptionId, rightOptionId: right.id, isAnnulled: rest.isAnnulled }),
      options: version.shuffleOptions ? inOrderOf(attemptId, content.options) : content.options,
    };
  });
  return {
    attempt: asAttempt(row, withheld.get(attemptId) ?? null),
    key,
    countsFrom: key === 'open' ? price : null,
    postponesTo: key === 'not_asked' ? price : null,
    title: version.title,
    passingScore: version.passingScore,
    hasSheet: row.notebookUntil !== null,
    closedBy: row.closedBy as 'student' | 'deadline' | 'direct',
    questions: questions.map(({ isUnderWay: _, ...question }) =>
      question.isWithheld ? withoutKey(question) : question,
    ),
    subjects: bySubject(questions),
    history: closed
      .filter(({ id }) => !withheld.has(id))
      .map(closedResult)
      .reverse()
      .map(({ id, percent, finishedAt }) => ({ id, percent, finishedAt })),
  };
}

const keyState = ({ isEarned, mustAsk }: { isEarned: boolean; mustAsk: boolean }) => {
  if (!isEarned) return 'few_answers' as const;
  return mustAsk ? ('not_asked' as const) : ('open' as const);
};

const answeredHalf = (sheet: readonly { selectedOptionId: number | null }[]) =>
  sheet.filter(({ selectedOptionId }) => selectedOptionId !== null).length * 2 >= sheet.length;

type Keyed = {
  isCorrect: boolean;
  comment: string;
  outdated: Outdated;
  options: { isCorrect: boolean; comment: string }[];
};

/** Removes the key: the right option, whether the answer was right, the comments, and why it is outdated. */
const withoutKey = <Question extends Keyed>(question: Question): Question => ({
  ...question,
  isCorrect: false,
  comment: '',
  outdated: question.outdated ? { reason: '' } : null,
  options: question.options.map((option) => ({ ...option, isCorrect: false, comment: '' })),
});

/** Hits per subject, in order of appearance; null for a subject with a question in an open attempt. */
function bySubject(questions: readonly { subject: string | null; isCorrect: boolean; isUnderWay: boolean }[]) {
  const subjects = Map.groupBy(questions, ({ subject }) => subject ?? NO_SUBJECT);
  return [...subjects].map(([name, held]) => ({
    name,
    correct: held.some(({ isUnderWay }) => isUnderWay) ? null : held.filter(({ isCorrect }) => isCorrect).length,
    total: held.length,
  }));
}
