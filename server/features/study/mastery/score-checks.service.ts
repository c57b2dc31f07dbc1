import { DAY_MS } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { dayNumber, dayOf } from '#server/time/calendar.ts';
import { missingEvidence, QUESTIONS_NEEDED as QUESTIONS_FOR_SCORE } from './evidence.ts';
import { forgottenOf } from './forgetting.ts';
import { readMasteryState, type TopicMasteryRow } from './mastery.service.ts';
import { guessing, newcomer } from './mastery-model.ts';
import { type PaperLine, type PaperRules, scoreOf } from './paper.ts';
import * as store from './score-checks.store.ts';

/** Fewer questions say nothing about an expectation. */
const QUESTIONS_NEEDED = 5;

/**
 * Stores what was expected of these mock exams beside what came. It runs before their answers are taken in, and is
 * idempotent.
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
    const { score, low, high } = scoreOf(ability, lines, hits);
    const right = questions.filter((question) => question.right).length;
    const total = questions.length;
    await store.insertCheck(deps.db, { attemptId, userId, expected: score, low, high, right, total }, deps.clock.now());
  }
}

/** Right answers count, and the difficulty of the bank's questions is known. */
const hits: PaperRules = { wrong: 0, blank: 0, passMark: null, subjects: [], isFromBank: true };

const inTopic = (topic: Omit<TopicMasteryRow, 'topicId'> | undefined, today: number) => ({
  offset: topic ? { value: topic.value, answers: topic.answers } : newcomer.offset,
  forgotten: topic ? forgottenOf(topic.stability, today - dayNumber(topic.lastDay)) : 0,
});

/** What was expected of a student's last simulados beside what they brought, but for those that must not tell yet. */
export const readChecks = (db: Db, userId: string, withheld: readonly number[], limit: number) =>
  store.listChecks(db, userId, withheld, limit);

/** How far questions differ that nobody has answered. */
export const UNKNOWN_QUESTION = 1;

const MEASURED_DAYS = 90;
const percent = (share: number | null) => Math.round((share ?? 0) * 1000) / 10;

/** How far the estimates were off, on the system page: of the last 90 days, in percent of a simulado's questions. */
export function defineScoreMeasure(deps: Deps): void {
  defineUpkeep(deps, {
    name: 'measure-estimates',
    every: '5 4 * * *',
    async run() {
      const since = new Date(deps.clock.now().getTime() - MEASURED_DAYS * DAY_MS);
      const { checks, within, meanError } = await store.readError(deps.db, since);
      const share = checks === 0 ? null : within / checks;
      return { checks, withinPercent: percent(share), errorPercent: percent(meanError) };
    },
  });
}
