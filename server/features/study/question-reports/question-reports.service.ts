import type { BodyOf, QueryOf } from '#contract/endpoint.ts';
import { screens } from '#contract/screens.ts';
import type {
  decideReports,
  getAnsweredQuestion,
  listReportedQuestions,
  OwnReport,
  ReportOutcome,
  reportQuestion,
} from '#contract/study/question-reports.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readKeyPrices, recordKeysShown } from '#server/features/exams/mock-exams/taking/key-openings.service.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { sharesOf } from '#server/features/questions/questions/answer-shares.service.ts';
import { mayEditQuestion } from '#server/features/questions/questions/questions.policy.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { revealOf } from '#server/features/study/practice/reveal.ts';
import { requireLastAnswer } from '#server/features/study/review/answered-questions.service.ts';
import { notFound, requireFound } from '#server/http/errors.ts';
import { byCreation, readPage } from '#server/http/paging.ts';
import type { Made } from '#server/http/route.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import * as store from './question-reports.store.ts';

const questionNotFound = () => notFound('Questão não encontrada.');

export async function readAnsweredQuestion(
  deps: Deps,
  user: SessionUser,
  id: number,
  { key }: QueryOf<typeof getAnsweredQuestion>,
) {
  const { optionId, versionId } = await requireLastAnswer(deps, user, id);
  const [about, [content], report] = await Promise.all([
    store.findQuestionLabels(deps.db, id),
    readContents(deps.db, [versionId]),
    store.findOwnReport(deps.db, user.id, versionId),
  ]);
  if (!about || !content) throw questionNotFound();
  const now = deps.clock.now();
  const price = (await readKeyPrices(deps.db, user, [id], now))(id);
  const isShown = key === 'open' || price === null;
  // The key counts as shown before it is (103).
  if (isShown) await recordKeysShown(deps.db, user, [id], now);
  const { isAnnulled, outdated, authorId: _, ...labels } = about;
  return {
    id,
    ...labels,
    kind: content.kind,
    format: content.format,
    baseText: content.baseText,
    questionText: content.statement,
    options: content.options.map((option) => ({ id: option.id, optionText: option.optionText })),
    answer: isShown
      ? revealOf(content, { isAnnulled, outdated }, optionId, (await sharesOf(deps.db, [content]))(content))
      : null,
    postponesTo: price,
    report: report ?? null,
  };
}

/** The first report about a version counts: a repeated or different one returns the stored report. */
export async function report(
  deps: Deps,
  user: SessionUser,
  questionId: number,
  body: BodyOf<typeof reportQuestion>,
): Promise<Made<OwnReport>> {
  const { versionId } = await requireLastAnswer(deps, user, questionId);
  return transact(deps, async (tx) => {
    const isNew = await store.insertReport(tx, {
      ...body,
      userId: user.id,
      questionId,
      versionId,
      now: deps.clock.now(),
    });
    const made = await requireFound(store.findOwnReport(tx, user.id, versionId), questionNotFound);
    return { isNew, made: { ...made, createdAt: made.createdAt.toISOString() } };
  });
}

/** Authors see what concerns their own questions, administrators everything; and so it is counted. */
const scopeOf = (user: SessionUser) => (user.role === 'admin' ? null : user.id);

export async function listReported(deps: Deps, user: SessionUser, query: QueryOf<typeof listReportedQuestions>) {
  const page = await readPage(byCreation.from(query), {
    rows: (part) => store.listReportedRows(deps.db, scopeOf(user), part),
    total: store.countReported(deps.db, scopeOf(user)),
    positionOf: ({ oldestAt, questionId }) => ({ createdAt: oldestAt, id: questionId }),
  });
  const reports = Map.groupBy(
    await store.listOpenReports(
      deps.db,
      page.rows.map(({ questionId }) => questionId),
    ),
    ({ questionId }) => questionId,
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      reports: (reports.get(row.questionId) ?? []).map(({ questionId: _, ...one }) => one),
    })),
  };
}

/** The length of this person's list and its oldest report, as a query that can be batched with other reads. */
export const reportedReads = (user: SessionUser) => ({ reports: store.reportedCount(scopeOf(user)) });

const outcomeWords: Record<ReportOutcome, string> = {
  fixed: 'A questão foi corrigida. Obrigado por avisar!',
  dismissed: 'Conferimos a questão e não encontramos erro.',
};

export async function decide(deps: Deps, user: SessionUser, questionId: number, body: BodyOf<typeof decideReports>) {
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const about = await store.findQuestionLabels(tx, questionId);
    // Without the right to edit, the answer is the same as for a missing question.
    if (!about || !mayEditQuestion(user, about)) throw questionNotFound();
    const reporters = await store.closeReports(tx, { ...body, questionId, decidedBy: user.id, now });
    await notify(deps, tx, {
      userIds: reporters,
      kind: 'report_decided',
      title: 'O erro que você reportou foi analisado',
      // The reply is only on the question's page, which is closed while the question is in an open attempt.
      text: outcomeWords[body.outcome],
      path: screens.answeredQuestion(questionId),
      key: `question-report:${questionId}:${body.through}`,
    });
    return { decided: reporters.length };
  });
}
