import type { WaitingCounts } from '#contract/school/waiting-counts.ts';
import type { Deps } from '#server/deps.ts';
import { countWaiting as countEssays } from '#server/features/exams/essays/grading/grading.service.ts';
import { countWaiting as countRequests } from '#server/features/exams/exam-time/office/requests.service.ts';
import { countOpenCases } from '#server/features/money/charges/cases.service.ts';
import { listQueue as listPayments } from '#server/features/money/payments/decisions.service.ts';
import { readUnmatched } from '#server/features/money/statements/statements.service.ts';
import { countUsers } from '#server/features/people/accounts/administration.service.ts';
import { listQueue as listDoubts } from '#server/features/study/doubts/doubts-queue.service.ts';
import { countQueued } from '#server/features/study/question-comments/comment-queue.service.ts';
import { listReported } from '#server/features/study/question-reports/question-reports.service.ts';
import { isAuthor, isOffice } from '#server/http/access.ts';
import type { SessionUser } from '#server/http/sessions.ts';

const ofNobody: WaitingCounts = {
  essays: null,
  reports: null,
  doubts: null,
  comments: null,
  proofs: null,
  bank: null,
  teachers: null,
  examTime: null,
};

/** Each count is the total of the list that its menu entry opens for this person; essays also count open reviews. */
export async function readWaitingCounts(deps: Deps, user: SessionUser): Promise<WaitingCounts> {
  return {
    ...ofNobody,
    ...(isAuthor(user) && (await countForAuthors(deps, user))),
    ...(isOffice(user) && (await countForOffice(deps))),
  };
}

async function countForAuthors(deps: Deps, user: SessionUser) {
  const [essays, reports, doubts, comments] = await Promise.all([
    countEssays(deps, user),
    listReported(deps, user, { limit: 1 }),
    listDoubts(deps, user, { limit: 1, list: 'waiting' }),
    countQueued(deps, user),
  ]);
  return { essays: essays.waiting + essays.reviews, reports: reports.total, doubts: doubts.total, comments };
}

async function countForOffice(deps: Deps) {
  const [proofs, unmatched, cases, teachers, examTime] = await Promise.all([
    listPayments(deps, { limit: 1, proof: 'with' }),
    readUnmatched(deps),
    countOpenCases(deps),
    countUsers(deps, { status: 'pending', role: 'teacher' }),
    countRequests(deps),
  ]);
  return { proofs: proofs.total, bank: (unmatched?.count ?? 0) + cases, teachers, examTime };
}
