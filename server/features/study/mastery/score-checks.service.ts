import { examRules, plainRules } from '#contract/exams/exam-rules.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Carried } from '#server/db/as-one.ts';
import type { Db } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { dayNumber, dayOf } from '#server/time/calendar.ts';
import { missingEvidence, QUESTIONS_NEEDED as QUESTIONS_FOR_SCORE } from './evidence.ts';
import { forgottenOf } from './forgetting.ts';
import { readMasteryState, readModel, type TopicMasteryRow } from './mastery.service.ts';
import { guessing, newcomer } from './mastery-model.ts';
import { type PaperLine, type PaperRules, scoreOf } from './paper.ts';
import { isWithdrawnAfter, upperBound } from './score-alarm.ts';
import * as store from './score-checks.store.ts';

/** With fewer questions an expectation is not checked. */
const QUESTIONS_NEEDED = 5;

/**
 * Stores the expected score of these mock exams beside the actual one. Runs before their answers are processed.
 * Idempotent.
 */
export async function checkExpectations(deps: Deps, attemptIds: readonly number[]): Promise<void> {
  const today = dayNumber(dayOf(deps.clock.now()));
  const asked = Map.groupBy(await store.listAsked(deps.db, attemptIds), ({ attemptId }) => attemptId);
  for (const [attemptId, questions] of asked) {
    const userId = questions[0]?.userId;
    if (!userId || questions.length < QUESTIONS_NEEDED) continue;
    const { ability, topics, model } = await readMasteryState(deps.db, userId);
    const byTopic = Map.groupBy(questions, ({ topicId }) => topicId);
    const evidence = [...byTopic].map(([topicId, own]) => ({
      of: own.length,
      answers: (topicId === null ? undefined : topics.get(topicId)?.answers) ?? 0,
    }));
    // A mock exam may ask one topic of many: the questions of all topics count, the coverage is that of the paper.
    const { missingInTopics } = missingEvidence(evidence);
    if (ability.answers < QUESTIONS_FOR_SCORE || missingInTopics > 0) continue;
    const lines = questions.map(
      ({ topicId, difficulty, options }): PaperLine => ({
        subjectId: 0,
        questions: 1,
        points: 1,
        ...inTopic(topicId === null ? undefined : topics.get(topicId), today),
        difficulty: difficulty ?? model.newQuestion,
        spread: difficulty === null ? UNKNOWN_QUESTION : 0,
        guess: guessing(options),
      }),
    );
    const { rules, net } = countedBy(questions);
    const { score, low, high } = scoreOf(ability, lines, rules);
    const right = questions.filter((question) => question.right).length;
    const check = { attemptId, userId, expected: score, low, high, right, total: questions.length, net };
    await store.insertCheck(deps.db, check, deps.clock.now());
  }
}

/**
 * How a mock exam counts a question, in right answers: a wrong or blank one costs what its rules say. Weights are left
 * out, so that the comparison stays in questions. The paper counts as one of an exam, although its questions come from
 * the bank: the alarm measures the interval that students are shown.
 */
function countedBy(questions: readonly store.AskedQuestion[]): { rules: PaperRules; net: number | null } {
  const parsed = examRules.safeParse(questions[0]?.rules);
  const { right, wrong, blank } = parsed.success ? parsed.data : plainRules;
  const rules = { wrong: wrong / right, blank: blank / right, passMark: null, subjects: [] };
  if (wrong === 0 && blank === 0) return { rules, net: null };
  const worth = (question: store.AskedQuestion) => {
    if (question.right) return 1;
    return question.isAnswered ? rules.wrong : rules.blank;
  };
  return { rules, net: questions.reduce((sum, question) => sum + worth(question), 0) };
}

const inTopic = (topic: Omit<TopicMasteryRow, 'topicId'> | undefined, today: number) => ({
  offset: topic ? { value: topic.value, answers: topic.answers } : newcomer.offset,
  forgotten: topic ? forgottenOf(topic.stability, today - dayNumber(topic.lastDay)) : 0,
});

/** The expected scores of a student's last mock exams beside the actual ones, without withheld results. */
export const checkReads = (userId: string, limit: number) => ({ checks: store.lastChecks(userId, [], limit) });

/** `checks` were read without regard to withheld results; where there are any, the checks are read again. */
export async function tellableChecks(
  db: Db,
  userId: string,
  { checks }: { checks: readonly Carried<store.ShownCheck>[] },
  withheld: readonly number[],
  limit: number,
) {
  if (withheld.length === 0) return checks.map((check) => ({ ...check, closedAt: new Date(check.closedAt) }));
  return (await store.lastChecks(userId, withheld, limit).execute(db)).rows;
}

/** The spread of difficulty among questions without answers. */
export const UNKNOWN_QUESTION = 1;

const MEASURED_DAYS = 90;
const percent = (share: number | null) => Math.round((share ?? 0) * 1000) / 10;

/**
 * Measures the expected score by the last mock exam of each student in 90 days, and withdraws it from students while
 * too few results lie within its interval. Both are shown on the system page.
 */
export async function measureScores(deps: Deps): Promise<Record<string, number>> {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const coverage = await store.readCoverage(tx, new Date(now.getTime() - MEASURED_DAYS * DAY_MS));
    const { scoreWithdrawnAt } = await readModel(tx);
    const isWithdrawn = isWithdrawnAfter(coverage, scoreWithdrawnAt !== null);
    await store.saveWithdrawal(tx, isWithdrawn, now);
    const { results, within, meanError } = coverage;
    return {
      results,
      withinPercent: percent(results === 0 ? null : within / results),
      errorPercent: percent(meanError),
      ...(isWithdrawn ? { boundPercent: percent(upperBound(coverage)), withdrawn: 1 } : {}),
    };
  });
}

export function defineScoreMeasure(deps: Deps): void {
  defineUpkeep(deps, { name: 'measure-estimates', every: '5 4 * * *', run: () => measureScores(deps) });
}
