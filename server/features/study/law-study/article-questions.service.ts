import { LAW_QUESTIONS_SHOWN } from '#contract/content/law-limits.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { PRACTICE_QUESTIONS_MAX } from '#contract/limits.ts';
import { plainText } from '#contract/questions/question-text.ts';
import type { ArticleQuestions, startArticlePractice } from '#contract/study/law-study.ts';
import type { Deps } from '#server/deps.ts';
import { nameArticle } from '#server/features/content/laws/laws.service.ts';
import { closeDue } from '#server/features/exams/mock-exams/grading/closing.service.ts';
import { readKeyPrices } from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { readPractisable } from '#server/features/study/practice/free-practice.service.ts';
import { beginGivenPractice } from '#server/features/study/practice/given-practice.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { listCitingQuestions, listLastAnswers } from './law-study.store.ts';

const EXCERPT = 160;
/** Read before the rules below: of a much cited article no more is listed. */
const READ = 5 * LAW_QUESTIONS_SHOWN;

type Article = { id: number; article: string };

/**
 * Questions that cite an article, as one person may know of them (403): answered, or given by free practice, and not
 * under way; outdated ones only where they were answered. A quote that reveals the key counts only where the key was
 * shown or delays no certificate; so do the result of an answer and the reason of an outdated question.
 */
async function readVisible(deps: Deps, user: SessionUser, { id, article }: Article) {
  await closeDue(deps, user.id);
  const all = await listCitingQuestions(deps.db, id, article, READ);
  if (all.length === 0) return [];
  const ids = all.map((question) => question.id);
  const [{ free, versionOf, underWay }, answers, priceOf] = await Promise.all([
    readPractisable(deps, user, ids),
    listLastAnswers(deps.db, user.id, ids),
    readKeyPrices(deps.db, user, ids, deps.clock.now()),
  ]);
  const answerOf = new Map(answers.map((answer) => [answer.questionId, answer]));
  return all.flatMap((question) => {
    const answer = answerOf.get(question.id);
    const isKeyOpen = answer !== undefined && (answer.hasOpening || priceOf(question.id) === null);
    const isKnown = answer !== undefined || free.has(question.id);
    if (underWay.has(question.id) || !isKnown || (question.tellsKey && !isKeyOpen)) return [];
    const isRight = answer && isKeyOpen ? answer.isRight : null;
    const outdated = question.outdated && (isKeyOpen ? question.outdated : { reason: '' });
    return { question, isAnswered: answer !== undefined, isRight, outdated, versionId: versionOf.get(question.id) };
  });
}

type Visible = Awaited<ReturnType<typeof readVisible>>;

const toPractise = (visible: Visible) =>
  visible
    .slice(0, LAW_QUESTIONS_SHOWN)
    .flatMap(({ question, versionId }) =>
      versionId === undefined ? [] : { questionId: question.id, questionVersionId: versionId },
    )
    .slice(0, PRACTICE_QUESTIONS_MAX);

export async function readArticleQuestions(deps: Deps, user: SessionUser, at: Article): Promise<ArticleQuestions> {
  await nameArticle(deps.db, at.id, at.article);
  const visible = await readVisible(deps, user, at);
  return {
    practisable: toPractise(visible).length,
    questions: visible.slice(0, LAW_QUESTIONS_SHOWN).map(({ question, isAnswered, isRight, outdated }) => ({
      id: question.id,
      excerpt: excerptOf(plainText(question.format, question.statement)),
      year: question.year,
      source: question.source,
      isAnswered,
      isRight,
      outdated,
    })),
  };
}

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > EXCERPT
    ? `${line
        .slice(0, EXCERPT - 1)
        .trimEnd()
        .toWellFormed()}…`
    : line;
}

export async function beginArticlePractice(
  deps: Deps,
  user: SessionUser,
  at: Article,
  { creationKey }: BodyOf<typeof startArticlePractice>,
) {
  const title = await nameArticle(deps.db, at.id, at.article);
  const questions = async () => toPractise(await readVisible(deps, user, at));
  return beginGivenPractice(deps, { userId: user.id, title, creationKey, questions });
}
