import { readingMinutes } from '#contract/content/reading.ts';
import { TOPIC_EVIDENCE } from '#contract/study/evidence.ts';
import type { ExamMap, MapTopic } from '#contract/study/exam-map.ts';
import type { Shared } from '#server/db/shared.ts';
import type { Deps } from '#server/deps.ts';
import { examOf, examReads, findExam } from '#server/features/content/contests/contests.service.ts';
import { goalOf, goalReads } from '#server/features/content/study-time/study-time.service.ts';
import { readSyllabusLines } from '#server/features/content/syllabus/syllabus.service.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { readWithheld } from '#server/features/exams/mock-exams/taking/withheld-questions.service.ts';
import type { OwnWithheld } from '#server/features/exams/mock-exams/taking/withheld-questions.ts';
import { missingEvidence } from '#server/features/study/mastery/evidence.ts';
import { chanceOf } from '#server/features/study/mastery/expected-score.ts';
import { forgottenOf } from '#server/features/study/mastery/forgetting.ts';
import { type LayerInput, layerLogit } from '#server/features/study/mastery/layer.ts';
import {
  masteryStateOf,
  type StudentRead,
  type TopicMasteryRow,
  topicReads,
} from '#server/features/study/mastery/mastery.service.ts';
import { damped, knownLogit, newcomer } from '#server/features/study/mastery/mastery-model.ts';
import { expectedNet, type PaperLine, type PaperRules } from '#server/features/study/mastery/paper.ts';
import { practiceReads } from '#server/features/study/practice/free-practice.service.ts';
import { syncAndRead } from '#server/features/study/review/sync-and-read.service.ts';
import { notFound } from '#server/http/errors.ts';
import { dayNumber, dayOf } from '#server/time/calendar.ts';
import * as store from './exam-map.store.ts';
import { areGainsLearnt, gainOf, gainWithin, MINUTES_PER_ANSWER, PRACTICE_QUESTIONS } from './gain.ts';
import { amountOf, difficultyOf, questionsOf, readMaterial, readOf } from './topic-material.service.ts';

/** Everything that map, score and next step go by, for one student and one exam. */
export type Outlook = Awaited<ReturnType<typeof outlookOf>>;
export type OutlookTopic = Outlook['topics'][number];

/** What an outlook needs of a student, beside syncAndRead(). */
export const outlookReads = (userId: string, now: Date) => ({
  ...topicReads(userId),
  ...practiceReads(userId, now),
  read: store.readLessons(userId),
});

export async function readOutlook(deps: Deps, userId: string, examId: number): Promise<Outlook> {
  return outlookOf(deps, await syncAndRead(deps, userId, outlookReads(userId, deps.clock.now())), examId);
}

/** A student's data, as syncAndRead() returns it. */
type OutlookInput = {
  shared: Shared;
  student: StudentRead | undefined;
  rows: {
    topics: readonly TopicMasteryRow[];
    read: readonly { ids: readonly number[] }[];
    withheld: readonly OwnWithheld[];
  };
};

export async function outlookOf(deps: Deps, { shared, student, rows }: OutlookInput, examId: number) {
  const [syllabus, material, withheld] = await Promise.all([
    readSyllabusLines(deps.db, examId, shared),
    readMaterial(deps.db, shared),
    readWithheld(deps.db, shared, rows.withheld),
  ]);
  const standing = masteryStateOf(student, rows.topics);
  const read = readOf(material, rows.read[0]?.ids ?? []);
  const subjects = new Map(syllabus.subjects.map((subject) => [subject.subjectId, subject]));
  const today = dayNumber(dayOf(deps.clock.now()));
  const { layerWeights, gains } = material.model;
  const rules: PaperRules = { ...syllabus, wrong: syllabus.wrongPoints, blank: 0 };
  // A topic without answers is as forgotten as the others: the ability comes from them.
  const forgottenElsewhere = forgottenIn([...standing.topics.values()], today);
  const topics = syllabus.lines.map((line) => {
    const known = line.covered.flatMap((id) => standing.topics.get(id) ?? []);
    // Different questions: a repeat shows memory and is no evidence.
    const answers = sum(known, (one) => one.answers);
    const about: PaperLine = {
      subjectId: line.subjectId,
      questions: line.questions,
      points: subjects.get(line.subjectId)?.points ?? 1,
      offset:
        answers > 0 ? { value: sum(known, (one) => one.answers * one.value) / answers, answers } : newcomer.offset,
      forgotten: answers > 0 ? forgottenIn(known, today) : forgottenElsewhere,
      ...difficultyOf(material, line.covered),
    };
    const layer =
      layerWeights && answers > 0 ? layerLogit(layerWeights, layerInput(standing, about, known, today)) : null;
    const { chance, low, high } = chanceOf(standing.ability, about, layer);
    const amount = amountOf(material, line.covered, withheld);
    const own = line.covered.flatMap((id) => read.get(id) ?? []);
    return {
      ...line,
      about,
      answers,
      chance,
      low,
      high,
      of: about.questions * about.points,
      points: expectedNet(standing.ability, [about], rules),
      gain: gainOf({ line: about, rules, chance, low, answers, gains }),
      lessons: amount.lessons,
      lessonsRead: sum(own, ({ count }) => count),
      available: amount.available,
      waiting: questionsOf(material, line.covered).filter(withheld.isWaiting),
      minutes: studyMinutes(amount.words - sum(own, ({ words }) => words)),
      lastDay: known.reduce<string | null>((last, { lastDay }) => (last && last > lastDay ? last : lastDay), null),
    };
  });
  const asked = topics.filter(({ questions }) => questions > 0);
  const paper = asked.map(({ about }) => about);
  return {
    ...syllabus,
    standing,
    topics,
    asked,
    ...missingEvidence(asked),
    paper,
    rules,
    gains,
    isScoreWithdrawn: material.model.scoreWithdrawnAt !== null,
    expected: { score: expectedNet(standing.ability, paper, rules), of: sum(asked, ({ of }) => of) },
  };
}

/** What the nightly layer knows before the next new question of these topics. */
function layerInput(
  { running, recent }: ReturnType<typeof masteryStateOf>,
  { offset, difficulty, spread }: PaperLine,
  known: readonly TopicMasteryRow[],
  today: number,
): LayerInput {
  const rights = sum(known, (one) => one.rights);
  const state = { ability: running, offset };
  return {
    logit: damped(knownLogit(state, { value: difficulty, answers: KNOWN_ANSWERS }), spread),
    ability: running.value,
    difficulty,
    topicRights: rights,
    topicWrongs: sum(known, (one) => one.total) - rights,
    recent,
    before: 'never',
    days: Math.max(0, today - Math.max(...known.map(({ lastDay }) => dayNumber(lastDay)))),
  };
}
/** The mean difficulty of a topic is known well: its questions differ by their spread. */
const KNOWN_ANSWERS = 1000;

/** Logits forgotten in these topics together since the last answer of each, by answers. */
function forgottenIn(topics: readonly TopicMasteryRow[], today: number): number {
  const all = sum(topics, ({ answers }) => answers);
  if (all === 0) return 0;
  const forgotten = ({ stability, lastDay }: TopicMasteryRow) => forgottenOf(stability, today - dayNumber(lastDay));
  return sum(topics, (topic) => topic.answers * forgotten(topic)) / all;
}

const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((all, one) => all + of(one), 0);

/** The time to read the unread words and do one practice. */
const studyMinutes = (words: number) =>
  (words > 0 ? readingMinutes(words) : 0) + PRACTICE_QUESTIONS * MINUTES_PER_ANSWER;

/** Expected right answers, weighted as the exam does: the share that a sun shows, whatever a wrong answer costs. */
const hits = ({ of, chance }: OutlookTopic) => of * chance;

const isSeen = ({ answers, lessonsRead }: { answers: number; lessonsRead: number }) => answers > 0 || lessonsRead > 0;

const present = (topic: OutlookTopic): MapTopic => ({
  topicId: topic.topicId,
  parentId: topic.parentId,
  name: topic.name,
  questions: topic.questions,
  answers: topic.answers,
  mastery: topic.answers < TOPIC_EVIDENCE ? null : topic.chance,
  low: topic.low,
  high: topic.high,
  points: topic.points,
  of: topic.of,
  gain: topic.gain,
  lessons: topic.lessons,
  lessonsRead: topic.lessonsRead,
  available: topic.available,
  waiting: topic.waiting.length,
  lastDay: topic.lastDay,
});

export async function readMap(deps: Deps, userId: string, examId: number): Promise<ExamMap> {
  const reads = { ...outlookReads(userId, deps.clock.now()), ...examReads(examId), ...goalReads(userId) };
  const look = await syncAndRead(deps, userId, reads);
  const exam = examOf(look.rows.exam, dayOf(deps.clock.now()));
  if (!exam) throw notFound('Prova não encontrada.');
  const outlook = await outlookOf(deps, look, examId);
  const weeklyHours = goalOf(look.rows.goal);
  const { asked, topics, expected, missing } = outlook;
  const minutes = (Math.max(0, exam.daysLeft) / 7) * weeklyHours * 60;
  return {
    examId,
    name: exam.name,
    date: exam.date,
    daysLeft: exam.daysLeft,
    hasSyllabus: outlook.version > 0 && asked.length > 0,
    score: missing === 0 && !outlook.isScoreWithdrawn ? expected.score : null,
    of: expected.of,
    missing,
    seenTopics: asked.filter(isSeen).length,
    topics: asked.length,
    littleEvidence: asked.filter(({ answers }) => answers < TOPIC_EVIDENCE).length,
    toGain: gainWithin(minutes, asked),
    isGainLearnt: areGainsLearnt(outlook.gains),
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
        mastery: of > 0 && sum(own, (one) => one.answers) >= TOPIC_EVIDENCE ? sum(own, hits) / of : null,
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
  const [lessons, mistakes, waitsFor] = await Promise.all([
    store.listTopicLessons(deps.db, userId, topic.covered),
    store.countMistakes(deps.db, userId, topic.covered, [...underWay.keys()]),
    store.findKeeper(deps.db, userId, topic.waiting),
  ]);
  return {
    examName: exam.name,
    subject: subject.name,
    subjectId: subject.subjectId,
    topic: present(topic),
    lessons: lessons.map(({ wordCount, ...lesson }) => ({ ...lesson, minutes: readingMinutes(wordCount) })),
    mistakes,
    waitsFor: waitsFor ?? null,
  };
}
