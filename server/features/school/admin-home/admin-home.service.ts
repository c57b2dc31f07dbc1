import type { AdminHome } from '#contract/school/admin-home.ts';
import { readAsOne } from '#server/db/as-one.ts';
import type { Deps } from '#server/deps.ts';
import { readDueEssays } from '#server/features/exams/essays/grading/grading.service.ts';
import { openCasesReads } from '#server/features/money/charges/cases.service.ts';
import { listQueue } from '#server/features/money/payments/decisions.service.ts';
import { listRefundsForAdmin } from '#server/features/money/payments/refunds.service.ts';
import { readUnpaidSummary } from '#server/features/money/reminders/reminders.service.ts';
import { unmatchedReads } from '#server/features/money/statements/statements.service.ts';
import { pendingTeachersReads } from '#server/features/people/accounts/administration.service.ts';
import { summariseStoredMails } from '#server/features/platform/system/stored-mails.service.ts';
import { countFailedMails, readLastBackup } from '#server/features/platform/system/system-state.service.ts';
import { readOpenClaims } from '#server/features/school/site-pages/site-pages.service.ts';
import { lateDoubtsReads } from '#server/features/study/doubts/doubts-queue.service.ts';
import { reportedReads } from '#server/features/study/question-reports/question-reports.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import { type DayRow, homeReads } from './admin-home.store.ts';
import { sumStudents } from './student-counts.store.ts';

const FUNNEL_DAYS = 30;

/** Every figure counts the list that its link opens, with the same conditions. */
export async function readAdminHome(deps: Deps, user: SessionUser): Promise<AdminHome> {
  const today = dayOf(deps.clock.now());
  const [monthFrom, lastFrom, from] = [firstOfMonth(today), firstOfLastMonth(today), addDays(today, -FUNNEL_DAYS)];
  const counted = readAsOne(deps.db, {
    ...homeReads({ lastFrom, monthFrom, from }),
    ...pendingTeachersReads(deps),
    ...unmatchedReads(),
    ...openCasesReads(),
    ...(user.role === 'admin' && { ...reportedReads(user), ...lateDoubtsReads(deps) }),
  });
  const [found, waiting, students] = await Promise.all([
    counted,
    readWaiting(deps, user),
    sumStudents(deps.db, { today, from }),
  ]);
  return {
    today,
    waiting: {
      ...waiting,
      reports: waitingIn(found.reports),
      doubts: waitingIn(found.doubts),
      teachers: { count: found.teachers[0]?.count ?? 0, oldestAt: isoOf(found.oldestTeacher[0]?.at) },
      bank: { unmatched: found.unmatched[0] ?? null, cases: found.cases[0]?.count ?? 0 },
    },
    money: { monthFrom, ...sumMoney(found.received, { today, monthFrom }), refunded: found.refunded[0]?.amount ?? 0 },
    students: {
      withAccess: students.withAccess,
      studiedIn7: students.studied,
      newIn30: students.newcomers,
      accessEndingIn30: students.accessEnding,
    },
    funnel: {
      from,
      visits: found.visits[0]?.visits ?? 0,
      registered: students.registered,
      sentProof: students.sentProof,
      approved: students.approved,
    },
  };
}

const waitingIn = (rows: readonly { count: number; oldestAt: string | null }[] | undefined) =>
  rows ? { count: rows[0]?.count ?? 0, oldestAt: isoOf(rows[0]?.oldestAt) } : null;

const isoOf = (time: string | null | undefined) => (time ? new Date(time).toISOString() : null);

async function readWaiting(deps: Deps, user: SessionUser) {
  const ifAdmin = <T>(read: (deps: Deps) => Promise<T>) => (user.role === 'admin' ? read(deps) : null);
  const [proofs, refunds, essays, claims, unpaid, system] = await Promise.all([
    listQueue(deps, { limit: 1, proof: 'with' }),
    listRefundsForAdmin(deps, { limit: 1, state: 'due' }),
    ifAdmin(readDueEssays),
    ifAdmin(readOpenClaims),
    readUnpaidSummary(deps),
    ifAdmin(readSystem),
  ]);
  return {
    proofs: { count: proofs.total, oldestAt: proofs.rows[0]?.proofUploadedAt?.toISOString() ?? null },
    refunds: { count: refunds.total, firstDueOn: refunds.rows[0]?.refund?.dueOn ?? null },
    essays,
    claims,
    unpaid,
    system,
  };
}

async function readSystem(deps: Deps) {
  const [failedMails, storedMails, lastBackup] = await Promise.all([
    countFailedMails(deps),
    summariseStoredMails(deps),
    readLastBackup(deps),
  ]);
  return { failedMails, storedMails, lastBackupAt: lastBackup?.toISOString() ?? null };
}

/** The first day of the month of this day, or of the month before. */
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
const firstOfLastMonth = (day: string) => firstOfMonth(addDays(firstOfMonth(day), -1));

const sumOf = (rows: DayRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

function sumMoney(rows: DayRow[], { today, monthFrom }: { today: string; monthFrom: string }) {
  const ofThisMonth = rows.filter(({ day }) => day >= monthFrom);
  const ofLastMonth = rows.filter(({ day }) => day < monthFrom);
  return {
    received: sumOf(ofThisMonth),
    orders: ofThisMonth.reduce((sum, { orders }) => sum + orders, 0),
    // On the 31st, the comparison uses all days of a shorter month.
    lastMonthSoFar: sumOf(ofLastMonth.filter(({ day }) => day.slice(8) <= today.slice(8))),
    lastMonth: sumOf(ofLastMonth),
    days: ofThisMonth.map(({ day, amount }) => ({ day, amount })),
  };
}
