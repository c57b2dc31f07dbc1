/**
 * Faults that are planted on purpose, one at a time, as their file is loaded: `npm run simulate -- --plants`. No file
 * changes. Each needs at least three steps to show. `was` must occur exactly once in its file, so a plant that no longer fits is an error.
 */
export type Plant = { name: string; fault: string; file: string; was: string; becomes: string };

const features = 'server/features';

export const plants: readonly Plant[] = [
  {
    name: 'refund-leaves-access',
    fault: 'A refund leaves the access open',
    file: `${features}/money/payments/refund-entries.service.ts`,
    was: '  await endAccess(deps, tx, order.id);\n',
    becomes: '',
  },
  {
    name: 'refund-keeps-session',
    fault: 'After a refund the sessions of the student keep what they remember of the access',
    file: `${features}/money/payments/refund-entries.service.ts`,
    was: '  if (order.userId) await sessions.forget(tx, after, order.userId);\n',
    becomes: '',
  },
  {
    name: 'take-back-leaves-access',
    fault: 'An approval that is taken back leaves the access open',
    file: `${features}/money/payments/take-back.service.ts`,
    was: '  await endAccess(deps, tx, payment.id);\n',
    becomes: '',
  },
  {
    name: 'take-back-keeps-seat',
    fault: 'An approval that is taken back keeps its seat of the offer',
    file: `${features}/money/payments/take-back.service.ts`,
    was: '  if (payment.tookPlace && payment.offerId !== null) await returnSeat(deps, tx, payment.offerId);\n',
    becomes: '',
  },
  {
    name: 'cancelled-order-keeps-coupon',
    fault: 'A cancelled order keeps its use of a coupon',
    file: `${features}/money/payments/step-effects.ts`,
    was: 'cancel: { follow: (_, { tx, moved }) => giveCouponBack(tx, moved.id) },',
    becomes: 'cancel: {},',
  },
  {
    name: 'statement-leaves-money',
    fault: 'A statement that is taken back leaves the money of orders that have other money, too',
    file: `${features}/money/statements/take-back.service.ts`,
    was: ' else await removeStatementLine(deps, tx, order, id);',
    becomes: '',
  },
  {
    name: 'statement-without-record',
    fault: 'A statement is taken back without a line in the audit',
    file: `${features}/money/statements/take-back.service.ts`,
    was: `    await recordAudit(tx, {
      at: now,
      actorId: admin.id,
      action: 'statement.taken_back',
      subject: \`statement:\${statementId}\`,
    });
`,
    becomes: '',
  },
  {
    name: 'access-notice-repeats',
    fault: 'The notice of an access that ends is sent at every run of its job',
    file: `${features}/money/access/access.service.ts`,
    was: `key: \`access:\${endsOn}:\${left}\`,`,
    becomes: `key: \`access:\${endsOn}:\${left}:\${deps.clock.now().getTime()}\`,`,
  },
  {
    name: 'older-batch-wins',
    fault: 'An older batch of answers overwrites newer ones',
    file: `${features}/exams/mock-exams/taking/answers.store.ts`,
    was: `      AND target.\${seq} < change.seq AND NOT EXISTS`,
    becomes: '      AND NOT EXISTS',
  },
  {
    name: 'windows-shut-nothing',
    fault: 'Windows shut no questions',
    file: `${features}/exams/mock-exams/taking/under-way.store.ts`,
    was: `    WHERE w.ended_at IS NULL AND w.results_at >= (SELECT \${overdueBefore}::timestamptz)`,
    becomes: `    WHERE false AND w.results_at >= (SELECT \${overdueBefore}::timestamptz)`,
  },
  {
    name: 'open-attempts-shut-nothing',
    fault: 'Open attempts shut no questions',
    file: `${features}/exams/mock-exams/taking/under-way.store.ts`,
    was: `    WHERE a.user_id = \${userId} AND a.closed_at IS NULL\n      AND (a.deadline_at`,
    becomes: `    WHERE a.user_id = \${userId} AND a.closed_at IS NULL AND a.is_direct\n      AND (a.deadline_at`,
  },
  {
    name: 'reinstating-regrades-nothing',
    fault: 'An annulment that is taken back regrades nothing',
    file: `${features}/exams/mock-exams/grading/regrading.service.ts`,
    was: 'annulment.changed ? attempts : []',
    becomes: 'annulment.changed && annulment.asAnnulled ? attempts : []',
  },
  {
    name: 'annulment-ranks-nothing',
    fault: 'A ranking keeps its points when a question is annulled',
    file: `${features}/exams/mock-exams/grading/regrading.service.ts`,
    was: '  await rankAgain(deps, tx, [...new Set(attempts.map(({ quizId }) => quizId))]);\n',
    becomes: '',
  },
  {
    name: 'scores-rounded-down',
    fault: 'Scores are rounded down',
    file: `${features}/exams/mock-exams/grading/grading.ts`,
    was: 'Math.floor((20 * correct + total) / (2 * total))',
    becomes: 'Math.floor((10 * correct) / total)',
  },
  {
    name: 'essay-overwritten',
    fault: 'A tab with an old revision overwrites an essay',
    file: `${features}/exams/essays/writing/writing.store.ts`,
    was: ` AND state = 'writing' AND revision = \${revision}`,
    becomes: " AND state = 'writing'",
  },
  {
    name: 'substitute-not-replayed',
    fault: 'An answer to a substitute does not move the memory of the question that it stands for',
    file: `${features}/study/review/memory.service.ts`,
    was: 'waiting.flatMap(({ questionId, standsFor }) => [questionId, standsFor ?? questionId])',
    becomes: 'waiting.map(({ questionId }) => questionId)',
  },
  {
    name: 'undone-card-remembered',
    fault: 'An answer to a card that is taken back stays in the memory of the card',
    file: `${features}/study/review/cards/card-answers.service.ts`,
    was: '    await replayCards(tx, userId, [found.cardId]);\n',
    becomes: '',
  },
  {
    name: 'vote-counts-twice',
    fault: 'A vote that is given or taken back a second time counts again',
    file: `${features}/study/question-comments/question-comments.store.ts`,
    was: '::int * (SELECT count(*) FROM changed)::int',
    becomes: '::int * greatest(1, (SELECT count(*) FROM changed))::int',
  },
  {
    name: 'push-not-recorded',
    fault: 'A message to a device is sent and not recorded as sent',
    file: `${features}/platform/push/delivery.service.ts`,
    was: "if (await store.completeDelivery(deps.db, delivery, 'sent', now)) countPush('sent');",
    becomes: "countPush('sent');",
  },
  {
    name: 'proof-not-released',
    fault: 'The proofs of a deleted person leave their files behind',
    file: `${features}/money/payments/proof-records.service.ts`,
    was: '  await releaseStored(tx, await takeFiles(tx, paymentId), at);\n',
    becomes: '  await takeFiles(tx, paymentId);\n  void at;\n',
  },
];
