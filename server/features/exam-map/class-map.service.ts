import type { ClassMap } from '../../../contract/class-map.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../http/errors.ts';
import type { SessionUser } from '../../http/sessions.ts';
import { dayOf } from '../../time/calendar.ts';
import { readModel } from '../mastery/mastery.service.ts';
import { reportedCourse } from '../reports/reports.service.ts';
import { bringSomeUpToDate } from '../review/memory.service.ts';
import { readSyllabusLines } from '../syllabus/syllabus.service.ts';
import * as store from './class-map.store.ts';
import { type ClassLine, type Member, mapOfClass } from './class-map.ts';
import { difficultyOf } from './exam-map.service.ts';
import { listMaterial } from './exam-map.store.ts';

/** The last to enrol: more than a class, and a bound for a course of everybody. */
const MEMBERS_MAX = 1000;
const EXAMS_MAX = 50;
/** Nobody's readings are asked for. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** A class is the students of one course. */
export async function readClassMap(
  deps: Deps,
  user: SessionUser,
  courseId: number,
  wish: number | undefined,
): Promise<ClassMap> {
  const course = await reportedCourse(deps, user, courseId);
  const exams = await store.listClassExams(deps.db, courseId, dayOf(deps.clock.now()), EXAMS_MAX);
  const exam = wish === undefined ? exams[0] : exams.find(({ id }) => id === wish);
  if (wish !== undefined && !exam) throw notFound('Prova não encontrada.');
  const about = { courseTitle: course.title, exams, examId: exam?.id ?? null };
  const ids = (await store.listMembers(deps.db, courseId, MEMBERS_MAX)).map(({ userId }) => userId);
  if (!exam) {
    const nothing = { estimated: 0, subjects: [], atRisk: [], atRiskCount: 0, needLesson: [] };
    return { ...about, students: ids.length, ...nothing };
  }
  await bringSomeUpToDate(deps, ids);
  const [syllabus, model, members] = await Promise.all([
    readSyllabusLines(deps.db, exam.id),
    readModel(deps.db),
    store.listMembers(deps.db, courseId, MEMBERS_MAX),
  ]);
  const covered = syllabus.lines.flatMap((line) => line.covered);
  const [material, standings] = await Promise.all([
    listMaterial(deps.db, NOBODY, covered),
    store.listMemberTopics(
      deps.db,
      members.map(({ userId }) => userId),
      covered,
    ),
  ]);
  const byTopic = new Map(material.map((one) => [one.topicId, one]));
  const lines = syllabus.lines.map((line): ClassLine => {
    const own = line.covered.flatMap((id) => byTopic.get(id) ?? []);
    return {
      topicId: line.topicId,
      parentId: line.parentId,
      subjectId: line.subjectId,
      name: line.name,
      questions: line.questions,
      lessons: own.reduce((sum, one) => sum + one.lessons, 0),
      available: own.reduce((sum, one) => sum + one.available, 0),
      question: difficultyOf(own, model),
    };
  });
  const lineOf = new Map(syllabus.lines.flatMap((line) => line.covered.map((id) => [id, line.topicId] as const)));
  const byMember = Map.groupBy(standings, ({ userId }) => userId);
  return {
    ...about,
    students: members.length,
    ...mapOfClass(
      syllabus.subjects,
      lines,
      members.map(
        ({ userId, firstName, lastName, ability, answers }): Member => ({
          userId,
          name: `${firstName} ${lastName}`.trim(),
          ability: { value: ability, answers },
          offsets: offsetsOf(byMember.get(userId) ?? [], lineOf),
        }),
      ),
    ),
  };
}

/** What is known in the topics of a line together, by answers. */
function offsetsOf(
  standings: readonly { topicId: number; value: number; answers: number }[],
  lineOf: ReadonlyMap<number, number>,
) {
  const offsets = new Map<number, { value: number; answers: number }>();
  for (const { topicId, value, answers } of standings) {
    const line = lineOf.get(topicId);
    if (line === undefined || answers === 0) continue;
    const before = offsets.get(line) ?? { value: 0, answers: 0 };
    const all = before.answers + answers;
    offsets.set(line, { value: (before.value * before.answers + value * answers) / all, answers: all });
  }
  return offsets;
}
