import type { createExam, listExamsForAdmin, updateExam } from '#contract/content/contests.ts';
import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { screens } from '#contract/screens.ts';
import { daysBetween } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { followedExamChanged, withMovedEnds } from '#server/features/money/access/access.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import { cursorOf, day, readPage, rowId } from '#server/http/paging.ts';
import type { createSessions } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import {
  countExamRows,
  deleteExamRow,
  deleteFollow,
  type ExamRow,
  examExists,
  examRow,
  findAdminRow,
  findFollowedNotice,
  findFollowedRow,
  followedRow,
  insertExam,
  listAdminRows,
  listExamsOn,
  listUpcomingRows,
  saveFollow,
  updateExamRow,
} from './contests.store.ts';

const SHOWN_MAX = 100;
const missing = () => notFound('Prova não encontrada.');

const counted = <R extends { date: string }>(row: R, today: string) => ({
  ...row,
  daysLeft: daysBetween(today, row.date),
});

export async function listUpcoming(deps: Deps, userId: string) {
  const today = dayOf(deps.clock.now());
  const rows = await listUpcomingRows(deps.db, userId, today, SHOWN_MAX);
  return rows
    .map((row) => ({ ...counted(without(row, 'version'), today), followed: Boolean(row.followed) }))
    .sort((a, b) => a.daysLeft - b.daysLeft || a.id - b.id);
}

/** The exam a person studies for, or null. */
export async function followedExam(db: Db | Tx, userId: string, today: string) {
  const row = await findFollowedRow(db, userId, today);
  return row ? counted(row, today) : null;
}

/** Name and edital's day of the exam a person studies for; null where there is none, or its day is not known. */
export const followedNotice = (db: Db, userId: string, today: string) => findFollowedNotice(db, userId, today);

/** The exam a person studies for, or the one with an id, as a query that callers can combine with others. */
export const followedExamReads = (userId: string, today: string) => ({ exam: followedRow(userId, today) });
export const examReads = (id: number) => ({ exam: examRow(id) });
export const examOf = ([row]: readonly Pick<ExamRow, 'id' | 'name' | 'date'>[], today: string) =>
  row ? counted(row, today) : null;

/** An exam by its id, over or still to come. */
export async function findExam(db: Db | Tx, id: number, today: string) {
  const row = await findAdminRow(db, { id });
  return row ? counted({ id: row.id, name: row.name, date: row.date }, today) : null;
}

type Sessions = ReturnType<typeof createSessions>;

/** The end of a student's access goes by the exam they study for. */
export async function follow(deps: Deps, userId: string, examId: number, sessions?: Sessions): Promise<void> {
  const now = deps.clock.now();
  await transact(deps, async (tx, after) => {
    if (!(await saveFollow(tx, { userId, examId, today: dayOf(now), now }))) throw missing();
    await followedExamChanged(deps, tx, userId, examId);
    await sessions?.forget(tx, after, userId);
  });
}

/** Not following it any more is what was asked for, whether or not it was followed before. */
export async function unfollow(deps: Deps, sessions: Sessions, userId: string, examId: number): Promise<void> {
  await transact(deps, async (tx, after) => {
    if (await deleteFollow(tx, userId, examId)) {
      await followedExamChanged(deps, tx, userId, null);
      await sessions.forget(tx, after, userId);
    } else if (!(await examExists(tx, examId))) throw missing();
  });
}

const examsCursor = cursorOf({ date: day, id: rowId });

export async function listForAdmin(deps: Deps, query: QueryOf<typeof listExamsForAdmin>) {
  const today = dayOf(deps.clock.now());
  return readPage(examsCursor.from(query), {
    rows: (part) => listAdminRows(deps.db, part),
    total: countExamRows(deps.db),
    present: (row) => ({ ...counted(row, today), followed: false }),
  });
}

async function adminView(deps: Deps, db: Db | Tx, by: Parameters<typeof findAdminRow>[1]) {
  const row = await requireFound(findAdminRow(db, by), missing);
  return { ...counted(row, dayOf(deps.clock.now())), followed: false };
}

export const readForAdmin = (deps: Deps, id: number) => adminView(deps, deps.db, { id });

const FARTHEST_DAYS = 10 * 366;

/** An edital is published before its exam. */
function checkNotice(noticeDate: string | null | undefined, date: string): void {
  if (noticeDate && noticeDate > date) throw wrongField('noticeDate', 'O edital sai antes da prova. Confira a data.');
}

function checkDate(deps: Deps, date: string): void {
  const days = daysBetween(dayOf(deps.clock.now()), date);
  if (days >= 0 && days <= FARTHEST_DAYS) return;
  const message = days < 0 ? 'A data da prova já passou.' : 'Confira o ano da prova.';
  throw new AppError('bad_request', message, { fields: { date: message } });
}

export async function addExam(deps: Deps, body: BodyOf<typeof createExam>) {
  checkDate(deps, body.date);
  checkNotice(body.noticeDate, body.date);
  const { creationKey, ...exam } = body;
  const inserted = await insertExam(deps.db, { ...exam, creationKey, now: deps.clock.now() });
  const by = inserted ?? { creationKey: creationKey ?? '' };
  return { made: await adminView(deps, deps.db, by), isNew: inserted !== undefined };
}

export async function changeExam(
  deps: Deps,
  sessions: Sessions,
  id: number,
  { version, ...exam }: BodyOf<typeof updateExam>,
) {
  return transact(deps, async (tx, after) => {
    const before = await adminView(deps, tx, { id });
    // An exam that is over may still get its name corrected.
    if (exam.date !== before.date) checkDate(deps, exam.date);
    checkNotice(exam.noticeDate, exam.date);
    const change = async () => {
      if (await updateExamRow(tx, id, version, { ...exam, now: deps.clock.now() })) return;
      throw new AppError('version_conflict', 'Outra pessoa mudou esta prova. Recarregue e confira antes de salvar.');
    };
    if (exam.date === before.date) await change();
    else {
      await withMovedEnds(deps, tx, { examId: id }, `access_moved:${id}:${version}`, change);
      await sessions.forgetEverybody(tx, after);
    }
    return adminView(deps, tx, { id });
  });
}

export async function removeExam(deps: Deps, sessions: Sessions, adminId: string, id: number): Promise<void> {
  await transact(deps, async (tx, after) => {
    const { name } = await adminView(deps, tx, { id });
    await withMovedEnds(deps, tx, { examId: id, isGoing: true }, `access_moved:${id}:gone`, async () => {
      if ((await deleteExamRow(tx, id)) === undefined) throw missing();
    });
    await sessions.forgetEverybody(tx, after);
    const now = deps.clock.now();
    await recordAudit(tx, {
      at: now,
      actorId: adminId,
      action: 'exam.deleted',
      subject: `exam:${id}`,
      details: { name },
    });
  });
}

/** How long before their exam people are notified. */
const NOTICE_DAYS = [30, 7, 1];
const NEAR_JOB = 'exams_near';
/** More exams than fall on three days. */
const NEAR_MAX = 1000;

/** Runs several times a day, so that a server that was down catches up. Each person is notified once. */
export async function notifyNearExams(deps: Deps): Promise<{ exams: number }> {
  const today = dayOf(deps.clock.now());
  const days = NOTICE_DAYS.map((count) => addDays(today, count));
  const { done } = await runEach(deps, {
    work: NEAR_JOB,
    limit: NEAR_MAX,
    list: (pausing, limit) => listExamsOn(deps.db, { days, pausing, limit }),
    idOf: ({ id }) => id,
    run(exam) {
      const count = daysBetween(today, exam.date);
      const left = count === 1 ? 'Falta 1 dia' : `Faltam ${count} dias`;
      return transact(deps, (tx) =>
        notify(deps, tx, {
          userIds: exam.userIds,
          kind: 'exam_near',
          key: `exam:${exam.id}:${exam.date}:${count}`,
          title: `${left} para a prova de ${exam.name}`,
          text: 'Veja o que o seu plano traz para hoje.',
          path: screens.home,
        }),
      );
    },
  });
  return { exams: done };
}

export function defineExamWork(deps: Deps): void {
  defineUpkeep(deps, { name: NEAR_JOB, every: '10 7-21 * * *', run: () => notifyNearExams(deps) });
}
