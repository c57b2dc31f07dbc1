import { certainTime } from '#server/clock.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { aidsOf } from '#server/features/exams/exam-time/rights/aids.ts';
import { type Breakable, beginBreak, endBreak } from '#server/features/exams/exam-time/rights/personal-time.ts';
import { readRightInForce } from '#server/features/exams/exam-time/rights/rights.service.ts';
import { AppError } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { type EssayBreaks, findEssayBreaks, saveEssayBreak } from './essay-times.store.ts';
import { lateUntil } from './essay-times.ts';
import { alreadyDelivered, requireEssay } from './own-essay.ts';
import { type EssayRow, lockEssayRow } from './writing.store.ts';

const noBreak = () => new AppError('conflict', 'Você não tem pausa nesta redação.');
const noBreakLeft = () => new AppError('conflict', 'Você já usou as pausas desta redação.');

/** A student stops the clock of an essay. Twice is one break. */
export const startEssayBreak = (deps: Deps, user: SessionUser, id: number) =>
  changeBreak(deps, user, id, (essay, now) => {
    const next = beginBreak(essay, now);
    if (!next) throw noBreakLeft();
    return next;
  });

/** The student goes on before the break is over. */
export const finishEssayBreak = (deps: Deps, user: SessionUser, id: number) => changeBreak(deps, user, id, endBreak);

type Change = (essay: Breakable, now: Date) => Breakable;

async function changeBreak(deps: Deps, user: SessionUser, id: number, change: Change) {
  const now = certainTime(deps.clock);
  return transact(deps, async (tx) => {
    const row = await requireEssay(lockEssayRow(tx, id), user);
    if (row.state !== 'writing') throw alreadyDelivered();
    const before = breakableOf(row, await findEssayBreaks(tx, id));
    if (!before) throw noBreak();
    const after = await saveChanged(tx, row, before, change(before, now));
    const shown = deps.clock.now();
    const largePrint = await hasLargePrint(tx, row, shown);
    return { deadlineAt: after.deadline, aids: aidsOf({ ...after, largePrint }, shown), serverTime: shown };
  });
}

/** Without a deadline there is no clock to stop. */
const breakableOf = ({ deadlineAt, pausedUntil }: EssayRow, breaks: EssayBreaks | undefined): Breakable | null =>
  deadlineAt && breaks ? { ...breaks, deadline: deadlineAt, notebookUntil: null, pausedUntil } : null;

async function saveChanged(tx: Tx, { id, theme }: EssayRow, before: Breakable, after: Breakable): Promise<Breakable> {
  if (after !== before) await saveEssayBreak(tx, id, after, lateUntil(after.deadline, theme.closesAt));
  return after;
}

/** A delivery ends the break first, so that its text counts. The essay is locked. */
export async function endRunningBreak(deps: Deps, tx: Tx, row: EssayRow): Promise<EssayRow> {
  if (row.pausedUntil === null) return row;
  const before = breakableOf(row, await findEssayBreaks(tx, row.id));
  if (!before) return row;
  const { deadline, pausedUntil } = await saveChanged(tx, row, before, endBreak(before, certainTime(deps.clock)));
  return { ...row, deadlineAt: deadline, lateUntil: lateUntil(deadline, row.theme.closesAt), pausedUntil };
}

const hasLargePrint = async (db: Db | Tx, { studentId }: EssayRow, now: Date): Promise<boolean> =>
  (await readRightInForce(db, studentId, now))?.largePrint ?? false;

/** The aids of an essay while it is written; undefined: its student has no right. */
export async function readAids(db: Db | Tx, row: EssayRow, now: Date) {
  if (row.state !== 'writing') return undefined;
  const breaks = await findEssayBreaks(db, row.id);
  const largePrint = await hasLargePrint(db, row, now);
  if (!breaks && !largePrint) return undefined;
  const { breaksLeft, breakMinutes } = breaks ?? { breaksLeft: 0, breakMinutes: 0 };
  return aidsOf({ breaksLeft, breakMinutes, largePrint, pausedUntil: row.pausedUntil }, now);
}
