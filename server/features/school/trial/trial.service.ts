import type { BodyOf } from '#contract/endpoint.ts';
import { TRIAL_LESSON_MAX_BYTES, TRIAL_QUESTIONS } from '#contract/limits.ts';
import type { saveTrial } from '#contract/school/trial.ts';
import { publishChange } from '#server/db/bus.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { type After, transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { drawProblems } from '#server/features/exams/mock-exams/drawing/draws.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import * as store from './trial.store.ts';

export const TRIAL_TOPIC = 'trial';

const lessonProblem = (lesson: { deletedAt: Date | null; content: string }) => {
  if (lesson.deletedAt) return 'deleted' as const;
  return Buffer.byteLength(lesson.content) > TRIAL_LESSON_MAX_BYTES ? ('too_long' as const) : null;
};

const questionProblem = ({ isActive, isCommented }: store.ChosenQuestion) => {
  if (!isActive) return 'inactive' as const;
  return isCommented ? null : ('no_comment' as const);
};

/** The chosen lesson and questions, each with the problem that prevents showing it. */
export async function readTrial(db: Db | Tx) {
  const row = await store.findTrial(db);
  const lesson = row?.lessonId ? await store.findTrialLesson(db, row.lessonId) : undefined;
  const questions = (await store.listTrialQuestions(db)).map((question) => ({
    ...question,
    problem: questionProblem(question),
  }));
  const isOn = row?.isOn ?? false;
  const told = lesson && { ...lesson, problem: lessonProblem(lesson) };
  return {
    isOn,
    isOpen: isOn && told?.problem === null && questions.some(({ problem }) => problem === null),
    lesson: told ?? null,
    questions,
    revision: row?.revision ?? 0,
    updatedAt: row?.revision ? row.updatedAt : null,
  };
}

export async function showTrial(db: Db | Tx) {
  const { lesson, questions, ...trial } = await readTrial(db);
  return {
    ...trial,
    lesson: lesson && { id: lesson.id, title: lesson.title, subject: lesson.subject, problem: lesson.problem },
    questions: questions.map(({ id, excerpt, subject, problem }) => ({ id, excerpt, subject, problem })),
  };
}

type Choice = Omit<BodyOf<typeof saveTrial>, 'revision'>;

export async function chooseTrial(deps: Deps, user: SessionUser, body: BodyOf<typeof saveTrial>) {
  return transact(deps, async (tx, after) => {
    const now = deps.clock.now();
    const held = await store.lockTrial(tx, now);
    const standing = (await store.listTrialQuestions(tx)).map(({ id }) => id);
    // Idempotent: also the answer to a retry whose first answer was lost.
    if (held.lessonId === body.lessonId && standing.join() === body.questionIds.join()) return showTrial(tx);
    if (held.revision !== body.revision) {
      throw new AppError('version_conflict', 'A amostra foi alterada em outra janela. Recarregue antes de salvar.');
    }
    if (held.isOn && !isWhole(body)) throw notWhole('A amostra está aberta. Feche-a antes de deixar um lugar vazio.');
    await change(deps, tx, after, user.id, { lessonId: held.lessonId, questionIds: standing }, body);
    return showTrial(tx);
  });
}

/** Sets the trial of the sample school and opens it. */
export async function openSampleTrial(
  deps: Deps,
  tx: Tx,
  after: After,
  actorId: string,
  choice: Choice,
): Promise<void> {
  const now = deps.clock.now();
  const held = await store.lockTrial(tx, now);
  // Never overwrites a choice of the school.
  if (held.revision > 0) return;
  await change(deps, tx, after, actorId, { lessonId: null, questionIds: [] }, choice);
  await store.updateTrial(tx, { isOn: true, now });
}

async function change(
  deps: Deps,
  tx: Tx,
  after: After,
  actorId: string,
  before: Choice,
  wanted: Choice,
): Promise<void> {
  const now = deps.clock.now();
  if (wanted.lessonId !== null && wanted.lessonId !== before.lessonId) await refuseLesson(tx, wanted.lessonId);
  const added = wanted.questionIds.filter((id) => !before.questionIds.includes(id));
  await store.lockQuestions(tx, added);
  await refuseQuestions(tx, wanted.questionIds, added);
  const drawing = await store.listDrawingQuizzes(tx, added);
  const alreadyShort = new Set<number>();
  for (const { versionId } of drawing) if (await isShort(tx, versionId)) alreadyShort.add(versionId);
  await store.replaceQuestions(tx, wanted.questionIds);
  await store.updateTrial(tx, { lessonId: wanted.lessonId, now });
  for (const { versionId, title } of drawing) {
    if (alreadyShort.has(versionId) || !(await isShort(tx, versionId))) continue;
    throw inUse(`Sem esta questão, o simulado “${title}” fica sem questões para sortear. Escolha outra.`);
  }
  await recordAudit(tx, {
    at: now,
    actorId,
    action: 'trial.chosen',
    subject: 'trial',
    details: { lessonId: wanted.lessonId, questionIds: wanted.questionIds.join(' ') },
  });
  await publishChange(deps.bus, tx, after, TRIAL_TOPIC, 'changed');
}

const isShort = async (tx: Tx, versionId: number) => Object.keys(await drawProblems(tx, versionId)).length > 0;

const isWhole = ({ lessonId, questionIds }: Choice) => lessonId !== null && questionIds.length === TRIAL_QUESTIONS;

const notWhole = (message: string) => new AppError('state_conflict', message, { status: 'incomplete' });
const inUse = (message: string, fields?: Record<string, string>) =>
  new AppError('question_in_use', message, fields ? { fields } : {});

async function refuseLesson(tx: Tx, id: number): Promise<void> {
  const lesson = await store.findTrialLesson(tx, id);
  if (!lesson || lesson.deletedAt) throw wrongField('lessonId', 'Esta aula não existe mais. Escolha outra.');
  if (lessonProblem(lesson))
    throw wrongField('lessonId', 'Esta aula é longa demais para uma página aberta. Escolha outra.');
}

/** Checks only newly chosen questions. Earlier ones may stay; their problems are shown with them. */
async function refuseQuestions(tx: Tx, wanted: readonly number[], added: readonly number[]): Promise<void> {
  if (added.length === 0) return;
  const known = new Map((await store.listBankQuestions(tx, added)).map((question) => [question.id, question]));
  const used = new Set(await store.listUsed(tx, added));
  for (const id of added) {
    const field = `questionIds.${wanted.indexOf(id)}`;
    const question = known.get(id);
    if (!question) throw wrongField(field, 'Esta questão não está no banco.');
    if (!question.isActive) throw wrongField(field, 'Esta questão foi anulada ou está desatualizada. Escolha outra.');
    if (!question.isCommented)
      throw wrongField(field, 'Esta questão não tem comentário. Escolha outra ou comente-a antes.');
    if (used.has(id)) {
      const message = 'Esta questão já foi usada em um simulado. Escolha outra.';
      throw inUse(message, { [field]: message });
    }
  }
}

export async function switchTrial(deps: Deps, user: SessionUser, isOn: boolean) {
  return transact(deps, async (tx, after) => {
    const now = deps.clock.now();
    const held = await store.lockTrial(tx, now);
    if (held.isOn === isOn) return showTrial(tx);
    const questionIds = (await store.listTrialQuestions(tx)).map(({ id }) => id);
    if (isOn && !isWhole({ lessonId: held.lessonId, questionIds })) {
      throw notWhole(`Escolha uma aula e ${TRIAL_QUESTIONS} questões antes de abrir a amostra.`);
    }
    await store.updateTrial(tx, { isOn, now });
    const action = isOn ? 'trial.opened' : 'trial.closed';
    await recordAudit(tx, { at: now, actorId: user.id, action, subject: 'trial', details: {} });
    await publishChange(deps.bus, tx, after, TRIAL_TOPIC, 'changed');
    return showTrial(tx);
  });
}

/** Runs in the removal of the sample school, before its questions and lessons are deleted. */
export async function forgetSampleTrial(deps: Deps, tx: Tx, after: After): Promise<void> {
  if (await store.deleteSampleChoice(tx)) await publishChange(deps.bus, tx, after, TRIAL_TOPIC, 'changed');
}
