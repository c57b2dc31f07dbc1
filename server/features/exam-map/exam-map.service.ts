import type { ExamMap, MapTopic } from '../../../contract/exam-map.ts';
import { readingMinutes } from '../../../contract/reading.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import { dayOf } from '../../time/calendar.ts';
import { findExam } from '../exams/exams.service.ts';
import { chanceOf, expectedPoints, type Line, missingAnswers } from '../mastery/expected-score.ts';
import { readStanding } from '../mastery/mastery.service.ts';
import { newcomer } from '../mastery/mastery-model.ts';
import { UNKNOWN_QUESTION } from '../mastery/score-checks.service.ts';
import { closeDue } from '../quizzes/grading/closing.service.ts';
import { readUnderWay } from '../quizzes/taking/being-taken.service.ts';
import { bringUpToDate } from '../review/memory.service.ts';
import { readWeeklyGoal } from '../study-time/study-time.service.ts';
import { readSyllabusLines } from '../syllabus/syllabus.service.ts';
import * as store from './exam-map.store.ts';
import { EVIDENCE, gainOf, gainWithin, MINUTES_PER_ANSWER, PRACTICE_QUESTIONS } from './gain.ts';

/** Everything that map, score and next step go by, for one student and one exam. */
export type Outlook = Awaited<ReturnType<typeof readOutlook>>;
export type OutlookTopic = Outlook['topics'][number];

export async function readOutlook(deps: Deps, userId: string, examId: number) {
  await closeDue(deps, userId);
  await bringUpToDate(deps, userId);
  const [syllabus, standing] = await Promise.all([readSyllabusLines(deps.db, examId), readStanding(deps.db, userId)]);
  const covered = syllabus.lines.flatMap((line) => line.covered);
  const material = new Map((await store.listMaterial(deps.db, userId, covered)).map((one) => [one.topicId, one]));
  const subjects = new Map(syllabus.subjects.map((subject) => [subject.subjectId, subject]));
  const topics = syllabus.lines.map((line) => {
    const subject = subjects.get(line.subjectId);
    const own = line.covered.flatMap((id) => material.get(id) ?? []);
    const known = line.covered.flatMap((id) => standing.topics.get(id) ?? []);
    const answers = sum(known, (one) => one.answers);
    const about: Line = {
      questions: line.questions,
      points: subject?.points ?? 1,
      offset: answers > 0 ? { value: mean(known, 'answers', 'value'), answers } : newcomer.offset,
      ...difficultyOf(own, standing.model),
    };
    const { chance, low, high } = chanceOf(standing.ability, about);
    const of = about.questions * about.points;
    return {
      ...line,
      about,
      answers,
      chance,
      low,
      high,
      of,
      points: of * chance,
      gain: gainOf({ of, chance, low, answers }),
      lessons: sum(own, (one) => one.lessons),
      lessonsRead: sum(own, (one) => one.lessonsRead),
      available: sum(own, (one) => one.available),
      minutes: studyMinutes(own),
      lastDay:
        known
          .map(({ lastDay }) => lastDay)
          .toSorted()
          .at(-1) ?? null,
    };
  });
  const asked = topics.filter(({ questions }) => questions > 0);
  return {
    ...syllabus,
    standing,
    topics,
    asked,
    missing: missingAnswers(asked),
    expected: expectedPoints(
      standing.ability,
      asked.map(({ about }) => about),
    ),
  };
}

const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((all, one) => all + of(one), 0);

function mean<W extends string, V extends string>(list: readonly Record<W | V, number>[], weight: W, value: V): number {
  const all = sum(list, (one) => one[weight]);
  return all > 0 ? sum(list, (one) => one[weight] * one[value]) / all : 0;
}

/** What a line's questions are like, as far as anybody has answered them. */
export function difficultyOf(own: readonly store.TopicMaterial[], model: { newQuestion: number; guess: number }) {
  const known = own.flatMap(({ value, spread, guess, questions }) =>
    value === null || spread === null || guess === null ? [] : [{ value, spread, guess, questions }],
  );
  if (known.length === 0) return { difficulty: model.newQuestion, spread: UNKNOWN_QUESTION, guess: model.guess };
  const difficulty = mean(known, 'questions', 'value');
  const within = mean(known, 'questions', 'spread');
  const between = mean(
    known.map(({ value, questions }) => ({ questions, far: (value - difficulty) ** 2 })),
    'questions',
    'far',
  );
  return { difficulty, spread: within + between, guess: mean(known, 'questions', 'guess') };
}

/** Reading what was not read, and a practice. */
const studyMinutes = (own: readonly store.TopicMaterial[]) => {
  const words = sum(own, (one) => one.wordsLeft);
  return (words > 0 ? readingMinutes(words) : 0) + PRACTICE_QUESTIONS * MINUTES_PER_ANSWER;
};

const isSeen = ({ answers, lessonsRead }: { answers: number; lessonsRead: number }) => answers > 0 || lessonsRead > 0;

const present = (topic: OutlookTopic): MapTopic => ({
  topicId: topic.topicId,
  parentId: topic.parentId,
  name: topic.name,
  questions: topic.questions,
  answers: topic.answers,
  mastery: topic.answers < EVIDENCE ? null : topic.chance,
  low: topic.low,
  high: topic.high,
  points: topic.points,
  of: topic.of,
  gain: topic.gain,
  lessons: topic.lessons,
  lessonsRead: topic.lessonsRead,
  available: topic.available,
  lastDay: topic.lastDay,
});

export async function readMap(deps: Deps, userId: string, examId: number): Promise<ExamMap> {
  const today = dayOf(deps.clock.now());
  const exam = await findExam(deps.db, examId, today);
  if (!exam) throw notFound('Prova não encontrada.');
  const [outlook, weeklyHours] = await Promise.all([
    readOutlook(deps, userId, examId),
    readWeeklyGoal(deps.db, userId),
  ]);
  const { asked, topics, expected, missing } = outlook;
  const minutes = (Math.max(0, exam.daysLeft) / 7) * weeklyHours * 60;
  return {
    examId,
    name: exam.name,
    date: exam.date,
    daysLeft: exam.daysLeft,
    hasSyllabus: outlook.version > 0 && asked.length > 0,
    score: missing === 0 ? expected.score : null,
    of: expected.of,
    missing,
    seenTopics: asked.filter(isSeen).length,
    topics: asked.length,
    littleEvidence: asked.filter(({ answers }) => answers < EVIDENCE).length,
    toGain: gainWithin(minutes, asked),
    subjects: outlook.subjects.map((subject) => {
      const own = topics.filter(({ subjectId }) => subjectId === subject.subjectId);
      const questions = sum(own, (one) => one.questions);
      const of = sum(own, (one) => one.of);
      const points = sum(own, (one) => one.points);
      const seen = sum(own.filter(isSeen), (one) => one.questions);
      return {
        subjectId: subject.subjectId,
        name: subject.name,
        questions,
        points,
        of,
        gain: sum(own, (one) => one.gain),
        mastery: of > 0 && sum(own, (one) => one.answers) >= EVIDENCE ? points / of : null,
        seen: questions > 0 ? seen / questions : 0,
        minimum: subject.minimum,
        topics: own.map(present),
      };
    }),
  };
}

export async function readMapTopic(deps: Deps, userId: string, examId: number, topicId: number) {
  const today = dayOf(deps.clock.now());
  const exam = await findExam(deps.db, examId, today);
  const outlook = exam ? await readOutlook(deps, userId, examId) : null;
  const topic = outlook?.topics.find((one) => one.topicId === topicId);
  const subject = outlook?.subjects.find((one) => one.subjectId === topic?.subjectId);
  if (!exam || !topic || !subject) throw notFound('Este assunto não está no edital.');
  const underWay = await readUnderWay(deps.db, userId, deps.clock.now());
  const [lessons, mistakes] = await Promise.all([
    store.listTopicLessons(deps.db, userId, topic.covered),
    store.countMistakes(deps.db, userId, topic.covered, [...underWay.keys()]),
  ]);
  return {
    examName: exam.name,
    subject: subject.name,
    subjectId: subject.subjectId,
    topic: present(topic),
    lessons: lessons.map(({ wordCount, ...lesson }) => ({ ...lesson, minutes: readingMinutes(wordCount) })),
    mistakes,
  };
}
