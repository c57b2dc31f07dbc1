import type { Deps } from '#server/deps.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readKeyPrices } from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { findCitingQuestion, readLinksOf } from '#server/features/questions/question-laws/question-laws.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import * as store from './law-study.store.ts';

/**
 * The links of a question after the answer (102, 295). A question of an open attempt or window has none, and neither
 * has its base text, wherever else that stands. Quotes of comments tell the key: they need a key that was shown, or
 * that delays no certificate. Those who teach read every question of the bank.
 */
export async function readQuestionLinks(deps: Deps, user: SessionUser, id: number) {
  await closeDue(deps, user.id);
  const now = deps.clock.now();
  const none = { links: [], articles: [] };
  const [underWay, question] = await Promise.all([
    readUnderWay(deps.db, user.id, now),
    findCitingQuestion(deps.db, id),
  ]);
  if (!question || underWay.has(id)) return none;
  const { isAnswered, hasOpening } =
    user.role === 'student' ? await store.readSeen(deps.db, user.id, id) : { isAnswered: true, hasOpening: true };
  if (!isAnswered && !hasOpening) return none;
  const priceOf = await readKeyPrices(deps.db, user, [id], now);
  const { baseTextId } = question;
  return readLinksOf(deps, question, {
    isKeyOpen: hasOpening || priceOf(id) === null,
    isTextOpen: baseTextId !== null && !(await store.isTextOfAny(deps.db, baseTextId, [...underWay.keys()])),
  });
}
