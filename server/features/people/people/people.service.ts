import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { LIST_LIMIT_MAX } from '#contract/limits.ts';
import type { exportUsers, ImportPreview, ImportResult, importStudents, OfficeNote } from '#contract/people/people.ts';
import { HOUR_MS, writtenDay } from '#contract/time.ts';
import { identityKey } from '#server/db/keys.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { enrollMany, listOwnEnrollments } from '#server/features/content/courses/enrollments.service.ts';
import { endAccessOf, readMyAccess } from '#server/features/money/access/access.service.ts';
import { enrollByHand } from '#server/features/money/payments/enrollments.service.ts';
import { changeStatus, listUsersForAdmin } from '#server/features/people/accounts/administration.service.ts';
import { requireDecidable } from '#server/features/people/accounts/office.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { createSessions, SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { findSentMail, listSentMails } from '#server/mail/sent-mails.store.ts';
import { dayOf } from '#server/time/calendar.ts';
import { hasCpf } from './documents/documents.service.ts';
import {
  findAbout,
  findStudentByEmail,
  insertNote,
  listAttempts,
  listKnownAddresses,
  listNotes,
  listOrders,
  listSessions,
  removeNote,
} from './people.store.ts';
import { readStudentsFile } from './students-file.ts';

type Sessions = ReturnType<typeof createSessions>;

const SHOWN = { orders: 50, courses: 50, attempts: 10, sessions: 20, mails: 20, notes: 100 };
const RESENDS = { bucket: 'resend-mail', max: 60, windowMs: HOUR_MS };

export async function readPerson(deps: Deps, actor: SessionUser, id: string) {
  const user = await requireDecidable(deps, actor, id);
  const about = await requireFound(findAbout(deps.db, id), () => notFound('Usuário não encontrado.'));
  const [access, orders, courses, attempts, sessions, mails, notes, isCpfKnown] = await Promise.all([
    readMyAccess(deps, user),
    listOrders(deps.db, id, SHOWN.orders),
    listOwnEnrollments(deps, user, { limit: SHOWN.courses, cursor: undefined }),
    listAttempts(deps.db, id, SHOWN.attempts),
    listSessions(deps.db, id, deps.clock.now(), SHOWN.sessions),
    listSentMails(deps.db, id, SHOWN.mails),
    readNotes(deps, actor, id),
    hasCpf(deps, id),
  ]);
  return {
    ...user,
    ...about,
    access,
    orders,
    courses: courses.rows.map(({ course, progress }) => ({ id: course.id, title: course.title, progress })),
    attempts,
    sessions,
    mails,
    notes,
    hasCpf: isCpfKnown,
  };
}

async function readNotes(deps: Deps, actor: { id: string }, userId: string): Promise<OfficeNote[]> {
  const notes = await listNotes(deps.db, userId, SHOWN.notes);
  return notes.map(({ authorId, at, ...note }) => ({ ...note, at: at.toISOString(), isMine: authorId === actor.id }));
}

export async function writeNote(
  deps: Deps,
  actor: SessionUser,
  userId: string,
  { text, creationKey }: { text: string; creationKey?: string | undefined },
) {
  await requireDecidable(deps, actor, userId);
  await insertNote(deps.db, { userId, by: actor.id, text, creationKey, now: deps.clock.now() });
  return readNotes(deps, actor, userId);
}

export async function dropNote(deps: Deps, actor: SessionUser, userId: string, id: number) {
  await requireDecidable(deps, actor, userId);
  const by = actor.role === 'admin' ? null : actor.id;
  if (!(await removeNote(deps.db, { userId, id, by }))) throw notFound('Anotação não encontrada.');
  return readNotes(deps, actor, userId);
}

export async function resend(deps: Deps, actor: SessionUser, userId: string, mailId: string): Promise<void> {
  await requireDecidable(deps, actor, userId);
  const mail = await requireFound(findSentMail(deps.db, userId, mailId), () => notFound('E-mail não encontrado.'));
  await charge(deps, RESENDS, actor.id);
  await deps.mail.again(deps.db, mail.resendKey);
}

export async function endAccess(
  deps: Deps,
  sessions: Sessions,
  actor: SessionUser,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const user = await requireDecidable(deps, actor, id);
  await transact(deps, async (tx, after) => {
    if (user.role !== 'student' || (await endAccessOf(deps, tx, id)) === 0) {
      throw new AppError('state_conflict', 'Este aluno não tem acesso em vigor.', { status: user.status });
    }
    const at = deps.clock.now();
    await recordAudit(tx, {
      at,
      actorId: actor.id,
      action: 'user.access_ended',
      subject: `user:${id}`,
      details: { reason },
    });
    await sessions.forget(tx, after, id);
  });
}

/** Each separately: a refusal for one does not stop the others. */
export async function approveMany(deps: Deps, sessions: Sessions, actor: SessionUser, ids: readonly string[]) {
  const refused: { id: string; message: string }[] = [];
  for (const id of new Set(ids)) {
    try {
      await changeStatus(deps, sessions, actor, id, 'active', { checkProof: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, message: error.message });
    }
  }
  return { approved: new Set(ids).size - refused.length, refused };
}

const header = [
  'nome',
  'sobrenome',
  'usuario',
  'email',
  'email_confirmado',
  'tipo',
  'situacao',
  'cadastro',
  'ultimo_acesso',
];
const roleWords = { student: 'aluno', teacher: 'professor', secretary: 'secretaria', admin: 'administrador' };
const statusWords = { pending: 'pendente', active: 'ativo', blocked: 'bloqueado' };

/** 15/11/2026 */

/** As they are filtered, to the end. */
export async function listForExport(deps: Deps, filters: QueryOf<typeof exportUsers>): Promise<string[][]> {
  const rows = [header];
  let cursor: string | undefined;
  do {
    const page = await listUsersForAdmin(deps, { ...filters, limit: LIST_LIMIT_MAX, cursor });
    for (const user of page.rows) {
      rows.push([
        user.firstName,
        user.lastName,
        user.username,
        user.email,
        user.emailConfirmed ? 'sim' : 'não',
        roleWords[user.role],
        statusWords[user.status],
        writtenDay(dayOf(user.createdAt)),
        user.lastSeenOn ? writtenDay(user.lastSeenOn) : '',
      ]);
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

export async function previewStudents(deps: Deps, actor: { id: string }, file: Buffer | null): Promise<ImportPreview> {
  if (!file || file.length === 0) throw new AppError('bad_request', 'Escolha uma planilha.');
  const rows = await readStudentsFile(file, actor.id);
  const known = await listKnownAddresses(
    deps.db,
    rows.filter(({ problem }) => problem === null).map(({ email }) => email),
  );
  return { rows: rows.map((row) => ({ ...row, isKnown: known.has(identityKey(row.email)) })) };
}

type Import = BodyOf<typeof importStudents>;

/**
 * One by one, each in a separate transaction: after a failure, students already imported are recognised on the next
 * run.
 */
export async function writeStudentsIn(
  deps: Deps,
  sessions: Sessions,
  actor: SessionUser,
  { students, offerId, courseId, takesSeat }: Import,
): Promise<ImportResult> {
  const results: ImportResult['results'] = [];
  const inCourse: string[] = [];
  for (const student of students) {
    const body = { newStudent: student, method: 'courtesy', note: 'Importação', offerId, takesSeat } as const;
    const outcome = await enrollByHand(deps, sessions, actor, body).then(
      () => ({ outcome: 'created', message: null }) as const,
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'email_taken') return { outcome: 'known', message: null } as const;
        return { outcome: 'refused', message: error.message } as const;
      },
    );
    results.push({ email: student.email, ...outcome });
    const found = outcome.outcome === 'refused' ? undefined : await findStudentByEmail(deps.db, student.email);
    if (found) inCourse.push(found.id);
  }
  if (courseId !== undefined && inCourse.length > 0) await enrollMany(deps, courseId, inCourse);
  return { results };
}
