import type { BodyOf } from '#contract/endpoint.ts';
import { QUESTION_REASON_MAX } from '#contract/limits.ts';
import { LAW_LEFT_SHOWN } from '#contract/school/law-change-limits.ts';
import type * as contract from '#contract/school/law-changes.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { lockChange } from '#server/features/content/laws/changing/changing.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { changeStatus } from '#server/features/questions/question-bank/changes.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { endOf, expired, missing, notifyStudents, readChange } from './law-changes.service.ts';
import * as store from './law-changes.store.ts';
import { writeRows } from './listed-items.store.ts';

const canBeOutdated = new Set(['question', 'base_text']);

const questionsOf = (items: readonly { questionIds: number[] }[]) => [
  ...new Set(items.flatMap(({ questionIds }) => questionIds)),
];

/** Decides about items. A retry with the same key finds the decision of the first request. */
export async function decide(
  deps: Deps,
  user: SessionUser,
  changeId: number,
  { decision, items, creationKey }: BodyOf<typeof contract.decideLawChangeItems>,
) {
  const known = await store.findDecisionByKey(deps.db, creationKey);
  if (known) return readChange(deps, known.changeId);
  await transact(deps, async (tx) => {
    const change = await requireFound(lockChange(tx, changeId), missing);
    if (await store.findDecisionByKey(tx, creationKey)) return;
    if (change.undoneAt) {
      throw new AppError('state_conflict', 'Esta mudança foi desfeita: não há mais o que decidir.', {
        status: 'undone',
      });
    }
    await writeRows(tx, changeId, items);
    const chosen = await store.lockChosen(tx, changeId, items);
    if (chosen.length === 0) throw notFound('Estes itens não estão mais na lista.');
    if (decision === 'outdated' && chosen.some(({ kind }) => !canBeOutdated.has(kind))) {
      throw wrongField(
        'items',
        'Só questões e textos-base ficam desatualizados. Aulas, comentários e séries se corrigem.',
      );
    }
    const now = deps.clock.now();
    const reason =
      decision === 'outdated' ? `${change.lawName} mudou: ${change.amending}`.slice(0, QUESTION_REASON_MAX) : '';
    const itemIds = chosen.map(({ id }) => id);
    const id = await store.insertDecision(tx, {
      ...{ changeId, decision, reason, itemIds, by: user.id, now, creationKey },
    });
    if (id === undefined) return;
    const left =
      decision === 'outdated'
        ? await changeStatus(tx, user, { ids: questionsOf(chosen), status: 'outdated', reason, now })
        : await makeActive(
            tx,
            user,
            chosen.filter((one) => one.decision === 'outdated'),
            now,
          );
    await store.saveLeft(tx, id, left, LAW_LEFT_SHOWN);
    if (decision === 'outdated') {
      await notifyStudents(deps, tx, changeId, await store.listAnswerers(tx, questionsOf(chosen)));
    }
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'law.decided',
      subject: `law-change:${changeId}`,
      details: { name: decision, count: chosen.length },
    });
  });
  return readChange(deps, changeId);
}

type WithReason = { questionIds: number[]; reason: string };

/** Takes the outdated status from the questions of items, where it still has the reason that the decision gave. */
const makeActive = (tx: Tx, user: SessionUser, items: readonly WithReason[], now: Date) =>
  changeByReason(tx, user, items, { status: 'active', now });

async function changeByReason(
  tx: Tx,
  user: SessionUser,
  items: readonly WithReason[],
  change: { status: 'active' | 'outdated'; now: Date },
): Promise<store.LeftQuestion[]> {
  const left: store.LeftQuestion[] = [];
  for (const [reason, group] of Map.groupBy(items, (item) => item.reason)) {
    left.push(...(await changeStatus(tx, user, { ids: questionsOf(group), reason, ...change })));
  }
  return left;
}

/** Idempotent. Questions whose status was changed since the decision stay as they are, and so do their items. */
export async function undoDecision(deps: Deps, user: SessionUser, id: number) {
  const decision = await requireFound(store.findDecision(deps.db, id), () => notFound('Decisão não encontrada.'));
  const { changeId, reason } = decision;
  if (decision.undoneAt) return readChange(deps, changeId);
  if (endOf(decision.createdAt) <= deps.clock.now()) throw expired();
  await transact(deps, async (tx) => {
    await lockChange(tx, changeId);
    const now = deps.clock.now();
    if (!(await store.markDecisionUndone(tx, id, now))) return;
    const items = await store.lockDecided(tx, id);
    const left =
      decision.decision === 'outdated'
        ? await makeActive(
            tx,
            user,
            items.filter(({ earlier }) => earlier !== 'outdated').map((item) => ({ ...item, reason })),
            now,
          )
        : await changeByReason(
            tx,
            user,
            items.filter(({ earlier }) => earlier === 'outdated'),
            { status: 'outdated', now },
          );
    const stays = new Set(left.map((question) => question.id));
    const restored = items.filter(({ questionIds }) => !questionIds.some((one) => stays.has(one)));
    await store.restoreItems(tx, { changeId, decisionId: id, itemIds: restored.map((item) => item.id) });
    await store.saveLeft(tx, id, left, LAW_LEFT_SHOWN);
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'law.undone',
      subject: `law-change:${changeId}`,
      details: { name: 'decision' },
    });
  });
  return readChange(deps, changeId);
}
