import type { ClassMap } from '#contract/study/class-map.ts';
import { openShared } from '#server/db/shared.ts';
import type { Deps } from '#server/deps.ts';
import { readSyllabusLines } from '#server/features/content/syllabus/syllabus.service.ts';
import { forgottenOf } from '#server/features/study/mastery/forgetting.ts';
import { reportedCourse } from '#server/features/study/reports/reports.service.ts';
import { bringSomeUpToDate } from '#server/features/study/review/memory.service.ts';
import { notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayNumber, dayOf } from '#server/time/calendar.ts';
import * as store from './class-map.store.ts';
import { type ClassLine, type Member, type MemberLine, mapOfClass } from './class-map.ts';
import { amountOf, difficultyOf, readMaterial } from './topic-material.service.ts';

/** The latest to enrol. More than a class, and a limit for a course with all students. */
const MEMBERS_MAX = 1000;
const EXAMS_MAX = 50;

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
  const shared = await openShared(deps.db);
  const [syllabus, material, members] = await Promise.all([
    readSyllabusLines(deps.db, exam.id, shared),
    readMaterial(deps.db, shared),
    store.listMembers(deps.db, courseId, MEMBERS_MAX),
  ]);
  const standings = await store.listMemberTopics(
    deps.db,
    members.map(({ userId }) => userId),
    syllabus.lines.flatMap((line) => line.covered),
  );
  const lines = syllabus.lines.map(({ topicId, parentId, subjectId, name, questions, covered }): ClassLine => {
    const { lessons, available } = amountOf(material, covered);
    const question = difficultyOf(material, covered);
    return { topicId, parentId, subjectId, name, questions, lessons, available, question };
  });
  const lineOf = new Map(syllabus.lines.flatMap((line) => line.covered.map((id) => [id, line.topicId] as const)));
  const today = dayNumber(dayOf(deps.clock.now()));
  const byMember = Map.groupBy(standings, ({ userId }) => userId);
  return {
    ...about,
    students: members.length,
    ...mapOfClass(
      syllabus.subjects,
      lines,
      members.map(
        ({ userId, firstName, lastName, level, variance, answers }): Member => ({
          userId,
          name: `${firstName} ${lastName}`.trim(),
          ability: { value: level, variance, answers },
          topics: topicsOf(byMember.get(userId) ?? [], lineOf, today),
        }),
      ),
      syllabus.wrongPoints,
    ),
  };
}

/** What is known in the topics of a line together, by answers. */
function topicsOf(topics: readonly store.MemberTopic[], lineOf: ReadonlyMap<number, number>, today: number) {
  const lines = new Map<number, MemberLine>();
  for (const { topicId, value, answers, stability, lastDay } of topics) {
    const line = lineOf.get(topicId);
    if (line === undefined || answers === 0) continue;
    const before = lines.get(line) ?? { offset: { value: 0, answers: 0 }, forgotten: 0 };
    const all = before.offset.answers + answers;
    const mean = (sum: number, one: number) => (sum * before.offset.answers + one * answers) / all;
    lines.set(line, {
      offset: { value: mean(before.offset.value, value), answers: all },
      forgotten: mean(before.forgotten, forgottenOf(stability, today - dayNumber(lastDay))),
    });
  }
  return lines;
}
