import type { BodyOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/exams/quiz-paper.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { findStudentByLogin } from '#server/features/platform/users/user-states.service.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import type { QuizRow } from '../authoring/authoring.store.ts';
import { draftVersionOf, findOwnQuiz } from '../authoring/drafts.service.ts';
import { findVersion } from '../authoring/versions.store.ts';
import { listQuestionsOfVersion } from '../drawing/draws.store.ts';
import { closeAttempts } from '../grading/closing.service.ts';
import { deadlineOf } from '../grading/deadline.ts';
import { asRules } from '../grading/tallies.store.ts';
import { findAttempt, insertAttempt } from '../taking/attempts.store.ts';
import { totalMinutes } from '../taking/conduct.ts';
import { findQuizVersion, type PublishedQuiz } from '../taking/quizzes.store.ts';
import { areResultsOut } from '../windows/window-rules.ts';
import { findTypedAttempt, markTyped, writeTypedAnswers } from './paper.store.ts';
import { paperCodeOf, versionOfCode } from './paper-code.ts';

/** A quiz with draws has different questions in each attempt, so there is no single paper to print. */
function refuseDraws(quiz: { drawCount: number }): void {
  if (quiz.drawCount > 0)
    throw wrongField(
      'draws',
      'Para imprimir, o simulado precisa de questões fixas. Sorteie-as antes, para o papel.',
      'quiz_incomplete',
    );
}

/** The version that goes to the printer: what students take, or a draft that cannot change any more. */
export async function findPrintable(db: Db | Tx, own: QuizRow) {
  const versionId = own.publishedVersionId ?? draftVersionOf(own);
  const version = await findVersion(db, versionId);
  if (!version?.publishedAt) throw new AppError('quiz_incomplete', 'Publique o simulado antes de imprimir.');
  return version;
}

async function contentsOf(deps: Deps, versionId: number) {
  const placed = await listQuestionsOfVersion(deps.db, versionId);
  const contents = await readContents(
    deps.db,
    placed.map(({ questionVersionId }) => questionVersionId),
  );
  const byId = new Map(contents.map((content) => [content.id, content]));
  return placed.flatMap(({ questionId, questionVersionId }) => {
    const content = byId.get(questionVersionId);
    return content ? [{ questionId, content }] : [];
  });
}

/** The questions as they go to the printer: without the key, in their own order. */
export async function printQuiz(deps: Deps, user: SessionUser, quizId: number) {
  const own = await findOwnQuiz(deps.db, user, quizId);
  const version = await findPrintable(deps.db, own);
  refuseDraws(version);
  const rules = asRules(version.rules);
  return {
    id: own.id,
    title: version.title,
    description: version.description,
    timeLimit: version.timeLimit,
    code: paperCodeOf(deps.config.sessionSecret, version.id),
    isPublished: own.publishedVersionId !== null,
    questions: (await contentsOf(deps, version.id)).map(({ questionId, content }) => ({
      id: questionId,
      kind: content.kind,
      format: content.format,
      baseText: content.baseText,
      questionText: content.statement,
      options: content.options.map(({ id, optionText }) => ({ id, optionText })),
    })),
    worth: rules && { right: rules.right, wrong: rules.wrong, blank: rules.blank },
  };
}

/** A code is only as good as the right to the quiz behind it. */
async function findPaper(deps: Deps, user: SessionUser, code: string) {
  const versionId = versionOfCode(deps.config.sessionSecret, code);
  const quiz = versionId === null ? undefined : await findQuizVersion(deps.db, versionId);
  if (!quiz) throw notFound();
  await findOwnQuiz(deps.db, user, quiz.id);
  return quiz;
}

export async function readPaper(deps: Deps, user: SessionUser, code: string) {
  const quiz = await findPaper(deps, user, code);
  const contents = await contentsOf(deps, quiz.versionId);
  return {
    code,
    quizId: quiz.id,
    title: quiz.title,
    items: contents.map(({ content }) => ({ kind: content.kind, options: content.options.length })),
  };
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim();

export async function readPaperStudent(deps: Deps, user: SessionUser, code: string, login: string) {
  await findPaper(deps, user, code);
  return { name: nameOf(await studentOf(deps, login)) };
}

async function studentOf(deps: Deps, login: string) {
  const student = await findStudentByLogin(deps, login);
  if (student) return student;
  throw new AppError('not_found', 'Não há aluno ativo com este e-mail ou usuário.');
}

/** Answers from paper become an attempt that is handed in at once, graded and held back like any other. */
export async function typePaper(deps: Deps, user: SessionUser, code: string, body: BodyOf<typeof contract.typePaper>) {
  const quiz = await findPaper(deps, user, code);
  refuseDraws(quiz);
  const student = await studentOf(deps, body.login);
  const contents = await contentsOf(deps, quiz.versionId);
  const answers = chosen(contents, body.answers);
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const known = await findTypedAttempt(tx, user.id, body.creationKey);
    if (known)
      return { isNew: false, made: await asTyped(tx, known.id, { ...student, id: known.userId ?? student.id }) };
    const [first] = await insertAttempt(tx, {
      quizId: quiz.id,
      versionId: quiz.versionId,
      userId: student.id,
      isDirect: false,
      isPreview: false,
      now,
      deadline: deadlineOf(now, quiz.timeLimit),
      totalQuestions: contents.length,
      passingScore: quiz.passingScore,
      // Never more than everybody had: extra time on paper does not show in a ranking.
      toldTime: Math.min(body.minutes ?? 0, totalMinutes(quiz) ?? Number.POSITIVE_INFINITY) * 60,
      resultsAt: resultsOf(quiz, now),
      notebookUntil: null,
      device: null,
    });
    if (!first)
      throw new AppError('conflict', 'O aluno tem este simulado em andamento, ou já o entregou nesta janela.');
    await writeTypedAnswers(tx, first.attemptId, answers);
    await markTyped(tx, first.attemptId, user.id, body.creationKey);
    await closeAttempts(deps, tx, [first.attemptId], now);
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'quiz.paper_typed',
      subject: `quiz:${quiz.id}`,
      details: { attemptId: first.attemptId },
    });
    return { isNew: true, made: await asTyped(tx, first.attemptId, student) };
  });
}

type Contents = Awaited<ReturnType<typeof contentsOf>>;

/** The option behind each letter. As many answers as items, and none that an item does not have. */
function chosen(contents: Contents, places: readonly (number | null)[]) {
  if (places.length !== contents.length)
    throw new AppError('bad_request', `Esta prova tem ${contents.length} itens.`, {
      fields: { answers: `Informe ${contents.length} respostas; em branco também conta.` },
    });
  return contents.flatMap(({ questionId, content }, item) => {
    const place = places[item] ?? null;
    if (place === null) return [];
    const option = content.options[place];
    if (!option)
      throw new AppError('bad_request', `O item ${item + 1} não tem essa alternativa.`, {
        fields: { answers: `Confira o item ${item + 1}.` },
      });
    return [{ questionId, optionId: option.id }];
  });
}

/** Inside a window the result is published with all others. Before the window opens, no paper can be entered. */
function resultsOf({ opensAt, resultsAt }: PublishedQuiz, now: Date): Date | null {
  if (!opensAt || !resultsAt || areResultsOut(resultsAt, now)) return null;
  if (now.getTime() < opensAt.getTime()) throw new AppError('conflict', 'Este simulado ainda não abriu.');
  return resultsAt;
}

async function asTyped(tx: Tx, attemptId: number, student: { id: string; firstName: string; lastName: string }) {
  const attempt = await requireFound(findAttempt(tx, attemptId, student.id), notFound);
  return {
    attemptId,
    studentName: nameOf(student),
    totalQuestions: attempt.totalQuestions,
    correctAnswers: attempt.correctAnswers,
    resultsAt: attempt.closedAt ? null : attempt.resultsAt,
  };
}
