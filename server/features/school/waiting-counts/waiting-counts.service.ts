import type { WaitingCounts } from '#contract/school/waiting-counts.ts';
import { readAsOne } from '#server/db/as-one.ts';
import type { Deps } from '#server/deps.ts';
import { countWaiting as countEssays } from '#server/features/exams/essays/grading/grading.service.ts';
import { openRequestsReads } from '#server/features/exams/exam-time/office/requests.service.ts';
import { openCasesReads } from '#server/features/money/charges/cases.service.ts';
import { openProofsReads } from '#server/features/money/payments/decisions.service.ts';
import { unmatchedReads } from '#server/features/money/statements/statements.service.ts';
import { pendingTeachersReads } from '#server/features/people/accounts/administration.service.ts';
import { waitingDoubtsReads } from '#server/features/study/doubts/doubts-queue.service.ts';
import { queuedReads } from '#server/features/study/question-comments/comment-queue.service.ts';
import { reportedReads } from '#server/features/study/question-reports/question-reports.service.ts';
import { isAuthor, isOffice } from '#server/http/access.ts';
import type { SessionUser } from '#server/http/sessions.ts';

const authorReads = (user: SessionUser) => ({
  ...reportedReads(user),
  ...waitingDoubtsReads(user),
  ...queuedReads(user),
});

const officeReads = (deps: Deps) => ({
  ...openProofsReads(deps),
  ...unmatchedReads(),
  ...openCasesReads(),
  ...pendingTeachersReads(deps),
  ...openRequestsReads(),
});

/**
 * Each count is the total of the list that its menu entry opens for this person; essays also count open reviews. Every
 * screen of the staff asks for them: one statement for all lists but the essays.
 */
export async function readWaitingCounts(deps: Deps, user: SessionUser): Promise<WaitingCounts> {
  const forOffice = isOffice(user);
  const [essays, author, office] = await Promise.all([
    isAuthor(user) ? countEssays(deps, user) : null,
    isAuthor(user) ? readAsOne(deps.db, authorReads(user)) : null,
    forOffice ? readAsOne(deps.db, officeReads(deps)) : null,
  ]);
  return {
    essays: essays && essays.waiting + essays.reviews,
    reports: countIn(author?.reports),
    doubts: countIn(author?.doubts),
    comments: countIn(author?.comments),
    proofs: countIn(office?.proofs),
    bank: forOffice ? (countIn(office?.unmatched) ?? 0) + (countIn(office?.cases) ?? 0) : null,
    teachers: countIn(office?.teachers),
    examTime: countIn(office?.examTime),
  };
}

const countIn = (rows: readonly { count: number }[] | undefined) => (rows ? (rows[0]?.count ?? 0) : null);
