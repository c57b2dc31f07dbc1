import type { ClassMap } from '#contract/study/class-map.ts';
import { TOPIC_EVIDENCE } from '#contract/study/evidence.ts';
import type { Level } from '#server/features/study/mastery/ability-history.ts';
import { missingEvidence } from '#server/features/study/mastery/evidence.ts';
import { chanceOf, expectedPoints, type Line } from '#server/features/study/mastery/expected-score.ts';
import { type Estimate, newcomer } from '#server/features/study/mastery/mastery-model.ts';

/** A line of the syllabus with the properties of its questions, independent of any student. */
export type ClassLine = {
  topicId: number;
  parentId: number | null;
  subjectId: number;
  name: string;
  questions: number;
  lessons: number;
  available: number;
  question: Omit<Line, 'offset' | 'forgotten' | 'questions' | 'points'>;
};

export type Member = {
  userId: string;
  name: string;
  ability: Level;
  /** What is known of them in each line. */
  topics: ReadonlyMap<number, MemberLine>;
};

export type MemberLine = { offset: Estimate; forgotten: number };

type Subject = { subjectId: number; name: string; points: number; minimum: number | null };

/** Below this a topic is not known, and its lesson has not taught it. */
const NOT_KNOWN = 0.5;
const MEMBERS_TO_JUDGE = 3;
const AT_RISK_SHOWN = 50;
const NEEDED_SHOWN = 10;

const meanOf = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The class in every line: a topic by those who answered enough of it, a minimum by those with an estimate. */
export function mapOfClass(
  subjects: readonly Subject[],
  lines: readonly ClassLine[],
  members: readonly Member[],
  wrongPoints: number | null,
): Pick<ClassMap, 'estimated' | 'subjects' | 'atRisk' | 'atRiskCount' | 'needLesson'> {
  const worth = new Map(subjects.map(({ subjectId, points }) => [subjectId, points]));
  const evidenceOf = ({ topics: own }: Member) =>
    lines.map(({ topicId, subjectId, questions }) => ({
      of: questions * (worth.get(subjectId) ?? 1),
      answers: own.get(topicId)?.offset.answers ?? 0,
    }));
  // The same rule as for the student: a student without a shown score is not listed as at risk.
  const known = members.filter((member) => missingEvidence(evidenceOf(member)).missing === 0);
  const lineFor = (line: ClassLine, { topics: own }: Member): Line => ({
    ...line.question,
    questions: line.questions,
    points: 1,
    offset: own.get(line.topicId)?.offset ?? newcomer.offset,
    forgotten: own.get(line.topicId)?.forgotten ?? 0,
  });
  const topics = lines.map((line) => {
    const chances = members
      .filter(({ topics: own }) => (own.get(line.topicId)?.offset.answers ?? 0) >= TOPIC_EVIDENCE)
      .map((member) => chanceOf(member.ability, lineFor(line, member)).chance);
    const { topicId, parentId, subjectId, name, questions, lessons, available } = line;
    return {
      subjectId,
      shown: {
        topicId,
        parentId,
        name,
        questions,
        lessons,
        available,
        students: chances.length,
        mastery: meanOf(chances),
        weak: chances.filter((chance) => chance < NOT_KNOWN).length,
      },
    };
  });
  const expectedIn = (subjectId: number, member: Member, wrong = 0) =>
    expectedPoints(
      member.ability,
      lines.filter((line) => line.subjectId === subjectId && line.questions > 0).map((line) => lineFor(line, member)),
      wrong,
    );
  const atRisk = known
    .map((member) => ({
      userId: member.userId,
      name: member.name,
      subjects: subjects
        .flatMap(({ subjectId, name, minimum }) => {
          if (minimum === null) return [];
          // A minimum is in right answers, net of what wrong ones cost.
          const { score, low, high } = expectedIn(subjectId, member, wrongPoints ?? 0);
          return low < minimum ? [{ subjectId, name, minimum, expected: score, low, high }] : [];
        })
        .toSorted((a, b) => a.expected - a.minimum - (b.expected - b.minimum)),
    }))
    .filter((member) => member.subjects.length > 0)
    .toSorted((a, b) => margin(a) - margin(b) || a.name.localeCompare(b.name, 'pt-BR'));
  return {
    estimated: known.length,
    subjects: subjects.map(({ subjectId, name, minimum }) => {
      const own = topics.filter((topic) => topic.subjectId === subjectId).map(({ shown }) => shown);
      const questions = own.reduce((sum, topic) => sum + topic.questions, 0);
      const shares = questions > 0 ? known.map((member) => expectedIn(subjectId, member).score / questions) : [];
      return { subjectId, name, minimum, questions, mastery: meanOf(shares), topics: own };
    }),
    atRisk: atRisk.slice(0, AT_RISK_SHOWN),
    atRiskCount: atRisk.length,
    needLesson: neededLessons(
      subjects,
      topics.map(({ shown, subjectId }) => ({ ...shown, subjectId })),
    ),
  };
}

const margin = ({ subjects: [worst] }: { subjects: readonly { expected: number; minimum: number }[] }) =>
  worst ? worst.expected - worst.minimum : 0;

type Topic = ClassMap['subjects'][number]['topics'][number] & { subjectId: number };

/** Topics without a lesson first, by weight; then topics with a lesson that the class does not know. */
function neededLessons(subjects: readonly Subject[], topics: readonly Topic[]): ClassMap['needLesson'] {
  const names = new Map(subjects.map(({ subjectId, name }) => [subjectId, name]));
  const lost = ({ questions, mastery }: Topic) => questions * (1 - (mastery ?? NOT_KNOWN));
  return topics
    .filter(({ questions }) => questions > 0)
    .filter(
      ({ lessons, mastery, students }) =>
        lessons === 0 || (mastery !== null && mastery < NOT_KNOWN && students >= MEMBERS_TO_JUDGE),
    )
    .toSorted((a, b) => Number(a.lessons > 0) - Number(b.lessons > 0) || lost(b) - lost(a))
    .slice(0, NEEDED_SHOWN)
    .map(({ topicId, name, subjectId, questions, lessons, mastery, students }) => ({
      topicId,
      name,
      subject: names.get(subjectId) ?? '',
      questions,
      lessons,
      mastery,
      students,
    }));
}
