import type * as contract from '#contract/content/syllabus.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { SYLLABUS_TOPICS_MAX } from '#contract/limits.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { openShared, type Shared } from '#server/db/shared.ts';
import { type After, transact } from '#server/db/transact.ts';
import { isForeignKeyViolation } from '#server/db/violations.ts';
import type { Deps } from '#server/deps.ts';
import { ensureSubjects, listSubjectIds } from '#server/features/content/lessons/subjects.service.ts';
import {
  findMeantTopics,
  findTopicsById,
  lockTopicTreeForShare,
  proposeTopics,
  subtopicNamed,
  topicGone,
} from '#server/features/content/topics/topics.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import { dayOf } from '#server/time/calendar.ts';
import { expectedQuestions } from './expected-questions.ts';
import { amountsOf, type EditalLine } from './parse-edital.ts';
import { parseEditalInWorker } from './parse-in-worker.ts';
import * as store from './syllabus.store.ts';

type Written = BodyOf<typeof contract.saveSyllabus>;
type WrittenSubject = Written['subjects'][number];

const EXAMS_MAX = 50;
const missing = () => notFound('Prova não encontrada.');

/** What an exam asks, line by line: each topic followed by its subtopics. Version 0 when no syllabus exists. */
export type SyllabusLines = Awaited<ReturnType<typeof loadLines>>;

/** The same for everybody who studies for it, so it is read once for all as long as nothing of it changes. */
export async function readSyllabusLines(db: Db | Tx, examId: number, known?: Shared): Promise<SyllabusLines> {
  const shared = known ?? (await openShared(db));
  return shared.get('syllabi', String(examId), () => loadLines(db, examId));
}

async function loadLines(db: Db | Tx, examId: number) {
  const head = await requireFound(store.findHead(db, examId), missing);
  const [subjects, lines] = await Promise.all([store.listSubjectRows(db, examId), store.listLineRows(db, examId)]);
  const measure = head.measure === 'weight' ? 'weight' : 'questions';
  const shape = { measure, totalQuestions: head.totalQuestions } as const;
  const questions = expectedQuestions(
    shape,
    lines.map(({ amount }) => amount),
  );
  return {
    ...head,
    ...shape,
    version: head.version ?? 0,
    subjects,
    lines: inTreeOrder(lines.map((line, at) => ({ ...line, questions: questions[at] ?? 0 }))),
  };
}

/** Whether an exam asks anything that is known here. */
export async function hasSyllabus(db: Db, examId: number, shared: Shared): Promise<boolean> {
  return (await readSyllabusLines(db, examId, shared)).lines.some(({ amount }) => amount > 0);
}

/** Whole, with what teaches and asks each topic. */
export async function readSyllabus(db: Db | Tx, examId: number): Promise<contract.Syllabus> {
  const { subjects, lines, measure, totalQuestions, ...head } = await readSyllabusLines(db, examId);
  const shape = { measure, totalQuestions };
  const material = await store.countMaterial(db, [examId]);
  const counts = new Map(material.map((one) => [one.topicId, one]));
  const topics = lines.map(({ covered: _, ...line }) => ({
    ...line,
    lessonCount: counts.get(line.topicId)?.lessonCount ?? 0,
    questionCount: counts.get(line.topicId)?.questionCount ?? 0,
  }));
  return {
    examId: head.examId,
    examName: head.examName,
    version: head.version,
    updatedAt: head.updatedAt?.toISOString() ?? null,
    ...shape,
    passMark: head.passMark,
    wrongPoints: head.wrongPoints,
    subjects: subjects.map((subject) => ({
      ...subject,
      topics: topics
        .filter(({ subjectId }) => subjectId === subject.subjectId)
        .map(({ subjectId: _, ...topic }) => topic),
    })),
    withoutLesson: topics.filter(isAsked).filter(({ lessonCount }) => lessonCount === 0).length,
    withoutQuestion: topics.filter(isAsked).filter(({ questionCount }) => questionCount === 0).length,
  };
}

/** A heading is no gap: what lies below it is asked. */
const isAsked = ({ amount }: { amount: number }) => amount > 0;

/** Each topic followed by its subtopics. */
function inTreeOrder<T extends { topicId: number; parentId: number | null }>(lines: readonly T[]): T[] {
  const below = Map.groupBy(lines, ({ parentId }) => parentId);
  return (below.get(null) ?? []).flatMap((line) => [line, ...(below.get(line.topicId) ?? [])]);
}

/** Topics of future exams, with `past` also of past ones, without a lesson or without questions. */
export async function listGaps(deps: Deps, { past }: { past: boolean }) {
  const exams = await store.listExams(deps.db, dayOf(deps.clock.now()), { past, limit: EXAMS_MAX });
  return Promise.all(
    exams.map(async (exam) => {
      const { subjects, withoutLesson, withoutQuestion } = await readSyllabus(deps.db, exam.examId);
      const topics = subjects.flatMap((subject) => subject.topics).filter(isAsked).length;
      return { ...exam, topics, withoutLesson, withoutQuestion };
    }),
  );
}

const figure = (value: number | null) =>
  value === null ? '' : String(Math.round(value * 100) / 100).replace('.', ',');

export async function syllabusRows(db: Db, examId: number): Promise<string[][]> {
  const { subjects } = await readSyllabus(db, examId);
  const rows = subjects.flatMap((subject) => {
    const names = new Map(subject.topics.map(({ topicId, name }) => [topicId, name]));
    return subject.topics.map((topic) => [
      subject.name,
      topic.parentId === null ? topic.name : (names.get(topic.parentId) ?? ''),
      topic.parentId === null ? '' : topic.name,
      figure(topic.questions),
      figure(subject.points),
      figure(subject.minimum),
      String(topic.lessonCount),
      String(topic.questionCount),
    ]);
  });
  return [
    [
      'Matéria',
      'Assunto',
      'Subassunto',
      'Questões esperadas',
      'Pontos por questão',
      'Mínimo da matéria',
      'Aulas',
      'Questões do banco',
    ],
    ...rows,
  ];
}

const refused = (message: string) => new AppError('bad_request', message);

/** Names become topics of the school, and everything is put in the place of what stood, at once. */
export async function putSyllabus(deps: Deps, admin: { id: string }, examId: number, body: Written) {
  const { version, subjects, ...head } = body;
  if (head.measure === 'weight' && head.totalQuestions === null) {
    const message = 'Diga quantas questões a prova tem.';
    throw wrongField('totalQuestions', message);
  }
  const asked = subjects.flatMap(({ topics }) => topics).reduce((all, { subtopics }) => all + 1 + subtopics.length, 0);
  if (asked > SYLLABUS_TOPICS_MAX) throw refused(`Um edital tem no máximo ${SYLLABUS_TOPICS_MAX} assuntos.`);
  const work = transact(deps, async (tx, after) => {
    await lockTopicTreeForShare(tx);
    const now = deps.clock.now();
    if (!(await store.findHead(tx, examId))) throw missing();
    if (!(await store.saveHead(tx, examId, version, head, now))) {
      throw new AppError('version_conflict', 'Outra pessoa mudou este edital. Recarregue e confira antes de salvar.');
    }
    const ids = await subjectIdsOf(deps, tx, after, subjects);
    const lines: { topicId: number; amount: number }[] = [];
    for (const [at, subject] of subjects.entries()) {
      lines.push(...(await linesOf(tx, ids[at] as number, subject)));
    }
    checkOnce(lines, subjects);
    await store.replaceLines(
      tx,
      examId,
      subjects.map(({ points, minimum }, at) => ({ subjectId: ids[at] as number, points, minimum })),
      lines,
    );
    await recordAudit(tx, {
      at: now,
      actorId: admin.id,
      action: 'syllabus.saved',
      subject: `exam:${examId}`,
      details: { topics: lines.length },
    });
    return readSyllabus(tx, examId);
  });
  return work.catch((error: unknown) => {
    // The subject was removed at this moment.
    throw isForeignKeyViolation(error) ? subjectGone() : error;
  });
}

const subjectGone = () =>
  new AppError('subject_gone', 'Uma matéria deste edital não existe mais. Recarregue e confira.');

async function subjectIdsOf(deps: Deps, tx: Tx, after: After, subjects: readonly WrittenSubject[]): Promise<number[]> {
  const named = await ensureSubjects(
    deps,
    tx,
    after,
    subjects.filter(({ subjectId }) => subjectId === null).map(({ name }) => name),
  );
  const ids = subjects.map(({ subjectId, name }) => subjectId ?? named(name));
  const twice = subjects.find((_, at) => ids.indexOf(ids[at] ?? null) < at);
  if (twice) throw refused(`A matéria "${twice.name}" está duas vezes no edital.`);
  return ids.map((id) => {
    if (id === null) throw subjectGone();
    return id;
  });
}

async function linesOf(tx: Tx, subjectId: number, { topics }: WrittenSubject) {
  const given = [...topics, ...topics.flatMap(({ subtopics }) => subtopics)];
  const standing = new Set(
    (
      await findTopicsById(
        tx,
        given.flatMap(({ topicId }) => topicId ?? []),
      )
    )
      .filter((topic) => topic.subjectId === subjectId)
      .map(({ id }) => id),
  );
  const resolve = async (parentId: number | null, { topicId, name }: { topicId: number | null; name: string }) => {
    if (topicId === null) return subtopicNamed(tx, { subjectId, parentId, name });
    if (!standing.has(topicId)) throw topicGone();
    return topicId;
  };
  const lines: { topicId: number; amount: number }[] = [];
  for (const topic of topics) {
    const topicId = await resolve(null, topic);
    lines.push({ topicId, amount: topic.amount });
    for (const subtopic of topic.subtopics) {
      lines.push({ topicId: await resolve(topicId, subtopic), amount: subtopic.amount });
    }
  }
  return lines;
}

function checkOnce(lines: readonly { topicId: number }[], subjects: readonly WrittenSubject[]): void {
  const names = subjects.flatMap(({ topics }) => topics).flatMap((topic) => [topic, ...topic.subtopics]);
  const seen = new Set<number>();
  for (const [at, { topicId }] of lines.entries()) {
    if (seen.has(topicId)) throw refused(`O assunto "${names[at]?.name ?? ''}" está duas vezes no edital.`);
    seen.add(topicId);
  }
}

/** A pasted programme as a tree, each name with the subject or topic that has it, or is written most like it. */
export async function readEdital(deps: Deps, user: { id: string }, text: string) {
  const { subjects, leftOut } = await parseEditalInWorker(text, user.id);
  const subjectIds = await listSubjectIds(
    deps.db,
    subjects.map(({ name }) => name),
  );
  const presented = [];
  for (const subject of subjects) presented.push(await presentSubject(deps.db, subjectIds(subject.name), subject));
  return { subjects: presented, leftOut };
}

async function presentSubject(db: Db, subjectId: number | null, subject: EditalLine): Promise<contract.ParsedSubject> {
  const amount = amountsOf(subject);
  const all = subject.below.flatMap((line) => [line, ...line.below]);
  const texts = subjectId === null ? [] : all.map(({ name }) => ({ subjectId, text: name }));
  const meant = await findMeantTopics(db, texts);
  const like = await proposeTopics(db, texts);
  const places = new Map(all.map((line, at) => [line, at]));
  const present = (line: EditalLine) => {
    const at = places.get(line) ?? -1;
    const topicId = meant[at] ?? null;
    const near = topicId === null ? like[at] : null;
    return { topicId, name: line.name, like: near ? { id: near.id, name: near.name } : null, amount: amount(line) };
  };
  return {
    subjectId,
    name: subject.name,
    questions: subject.questions,
    topics: subject.below.map((line) => ({ ...present(line), subtopics: line.below.map(present) })),
  };
}
