import type { BodyOf } from '#contract/endpoint.ts';
import { type adjustCorrections, CORRECTION_ENTRIES_SHOWN } from '#contract/money/corrections.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { findStudent } from '#server/features/platform/users/user-states.service.ts';
import { notFound } from '#server/http/errors.ts';
import { dayOf } from '#server/time/calendar.ts';
import { readLeft } from './corrections.service.ts';
import * as store from './corrections.store.ts';

async function view(deps: Deps, db: Db | Tx, userId: string) {
  const now = deps.clock.now();
  return {
    left: await readLeft(db, userId, now),
    balance: (await store.findCounted(db, userId, dayOf(now)))?.balance ?? null,
    entries: await store.listEntries(db, userId, CORRECTION_ENTRIES_SHOWN),
  };
}

async function requireStudent(tx: Tx, userId: string): Promise<void> {
  if (!(await findStudent(tx, userId))) throw notFound('Aluno não encontrado.');
}

export const readOf = (deps: Deps, userId: string) =>
  transact(deps, async (tx) => {
    await requireStudent(tx, userId);
    return view(deps, tx, userId);
  });

type Body = BodyOf<typeof adjustCorrections>;

export async function adjust(deps: Deps, office: { id: string }, userId: string, body: Body) {
  const { amount, reason, creationKey } = body;
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    await requireStudent(tx, userId);
    const entry = { userId, kind: 'adjusted', amount, reason, creationKey, decidedBy: office.id, now } as const;
    // A retry whose first answer was lost changes nothing.
    if (await store.insertEntry(tx, entry)) {
      await store.addToBalance(tx, userId, amount, now);
      await recordAudit(tx, {
        at: now,
        actorId: office.id,
        action: 'corrections.adjusted',
        subject: `user:${userId}`,
        details: { amount, reason },
      });
    }
    return view(deps, tx, userId);
  });
}
