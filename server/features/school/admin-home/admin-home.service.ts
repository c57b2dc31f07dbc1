import type { Role } from '#contract/platform/users.ts';
import type { AdminHome } from '#contract/school/admin-home.ts';
import type { Deps } from '#server/deps.ts';
import { readDueEssays } from '#server/features/exams/essays/grading/grading.service.ts';
import { countOpenCases } from '#server/features/money/charges/cases.service.ts';
import { listQueue } from '#server/features/money/payments/decisions.service.ts';
import { listRefundsForAdmin } from '#server/features/money/payments/refunds.service.ts';
import { readUnpaidSummary } from '#server/features/money/reminders/reminders.service.ts';
import { readUnmatched } from '#server/features/money/statements/statements.service.ts';
import { countUsers } from '#server/features/people/accounts/administration.service.ts';
import { summariseStoredMails } from '#server/features/platform/system/stored-mails.service.ts';
import { countFailedMails, readLastBackup } from '#server/features/platform/system/system-state.service.ts';
import { readOpenClaims } from '#server/features/school/site-pages/site-pages.service.ts';
import { readLateDoubts } from '#server/features/study/doubts/doubts-queue.service.ts';
import { readReportsWaiting } from '#server/features/study/question-reports/question-reports.service.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import { type DayRow, findOldestTeacher, listReceivedDays, sumRefunded, sumVisits } from './admin-home.store.ts';
import { sumStudents } from './student-counts.store.ts';

const FUNNEL_DAYS = 30;

type User = { role: Role };

/** Every figure counts the list that its link opens, with the same conditions. */
export async function readAdminHome(deps: Deps, user: User): Promise<AdminHome> {
  const today = dayOf(deps.clock.now());
  return {
    today,
    waiting: await readWaiting(deps, user),
    money: await readMoney(deps, today),
    ...(await readStudents(deps, today)),
  };
}

async function readWaiting(deps: Deps, user: User): Promise<AdminHome['waiting']> {
  const proofs = await listQueue(deps, { limit: 1, proof: 'with' });
  const refunds = await listRefundsForAdmin(deps, { limit: 1, state: 'due' });
  const teachers = await countUsers(deps, { status: 'pending', role: 'teacher' });
  return {
    proofs: { count: proofs.total, oldestAt: proofs.rows[0]?.proofUploadedAt?.toISOString() ?? null },
    refunds: { count: refunds.total, firstDueOn: refunds.rows[0]?.refund?.dueOn ?? null },
    teachers: { count: teachers, oldestAt: (await findOldestTeacher(deps.db))?.toISOString() ?? null },
    reports: user.role === 'admin' ? await readReportsWaiting(deps) : null,
    doubts: user.role === 'admin' ? await readLateDoubts(deps) : null,
    essays: user.role === 'admin' ? await readDueEssays(deps) : null,
    bank: { unmatched: await readUnmatched(deps), cases: await countOpenCases(deps) },
    claims: user.role === 'admin' ? await readOpenClaims(deps) : null,
    unpaid: await readUnpaidSummary(deps),
    system:
      user.role === 'admin'
        ? {
            failedMails: await countFailedMails(deps),
            storedMails: await summariseStoredMails(deps),
            lastBackupAt: (await readLastBackup(deps))?.toISOString() ?? null,
          }
        : null,
  };
}

/** The first day of the month of this day, or of the month before. */
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
const firstOfLastMonth = (day: string) => firstOfMonth(addDays(firstOfMonth(day), -1));

const sumOf = (rows: DayRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

async function readMoney(deps: Deps, today: string): Promise<AdminHome['money']> {
  const monthFrom = firstOfMonth(today);
  const lastFrom = firstOfLastMonth(today);
  const rows = await listReceivedDays(deps.db, lastFrom);
  const ofThisMonth = rows.filter(({ day }) => day >= monthFrom);
  const ofLastMonth = rows.filter(({ day }) => day < monthFrom);
  return {
    monthFrom,
    received: sumOf(ofThisMonth),
    orders: ofThisMonth.reduce((sum, { orders }) => sum + orders, 0),
    refunded: await sumRefunded(deps.db, monthFrom),
    // On the 31st, the comparison uses all days of a shorter month.
    lastMonthSoFar: sumOf(ofLastMonth.filter(({ day }) => day.slice(8) <= today.slice(8))),
    lastMonth: sumOf(ofLastMonth),
    days: ofThisMonth.map(({ day, amount }) => ({ day, amount })),
  };
}

async function readStudents(deps: Deps, today: string): Promise<Pick<AdminHome, 'students' | 'funnel'>> {
  const from = addDays(today, -FUNNEL_DAYS);
  const [counts, visits] = await Promise.all([sumStudents(deps.db, { today, from }), sumVisits(deps.db, from)]);
  return {
    students: {
      withAccess: counts.withAccess,
      studiedIn7: counts.studied,
      newIn30: counts.newcomers,
      accessEndingIn30: counts.accessEnding,
    },
    funnel: {
      from,
      visits,
      registered: counts.registered,
      sentProof: counts.sentProof,
      approved: counts.approved,
    },
  };
}
