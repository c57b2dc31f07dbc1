import type { BodyOf } from '#contract/endpoint.ts';
import type { saveExamTime } from '#contract/exams/exam-time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { extendOpenEssays } from '#server/features/exams/essays/writing/extra-time.service.ts';
import { extendOpenAttempts } from '#server/features/exams/mock-exams/taking/extra-time.service.ts';
import { readNewestEvents, recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { findStudent } from '#server/features/platform/users/user-states.service.ts';
import { AppError, notFound, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { isInForce } from '../rights/rights.service.ts';
import { clearRight, findRight, lockRight, type RightRow, saveRight } from '../rights/rights.store.ts';
import { asRequest, asRight, forgetDecided, notifyDecided, subjectOf } from './requests.service.ts';
import { decideRequest, findLatestRequest, findName, listTimedExams, lockOpenRequest } from './requests.store.ts';

const EVENTS_SHOWN = 20;
const EXAMS_SHOWN = 3;

async function view(deps: Deps, db: Db | Tx, userId: string) {
  const right = await findRight(db, userId);
  const shown = asRight(right, deps.clock.now());
  const events = await readNewestEvents(deps.db, subjectOf(userId), EVENTS_SHOWN, 'exam_time.');
  return {
    name: await findName(db, userId),
    right: right && shown ? { ...shown, reason: right.reason } : null,
    revision: right?.revision ?? 0,
    request: asRequest(await findLatestRequest(db, userId)),
    exams: await listTimedExams(deps.db, EXAMS_SHOWN),
    events: events.map(({ at, by, action, details }) => {
      const { extraPercent = 0, extraMinutes = 0 } = details as Partial<Record<string, number>>;
      return { at, by, action, extraPercent, extraMinutes };
    }),
  };
}

async function requireStudent(tx: Tx, userId: string): Promise<void> {
  if (!(await findStudent(tx, userId))) throw notFound('Aluno não encontrado.');
}

export async function readOf(deps: Deps, userId: string) {
  await transact(deps, (tx) => requireStudent(tx, userId));
  return view(deps, deps.db, userId);
}

const savedElsewhere = () =>
  new AppError('version_conflict', 'Este direito foi mudado em outra aba. Recarregue e confira antes de guardar.');

/** Grants or changes the right of a student, decides an open request, and gives open attempts and essays their time. */
export async function save(deps: Deps, office: SessionUser, userId: string, body: BodyOf<typeof saveExamTime>) {
  const now = deps.clock.now();
  const { revision, ...wanted } = body;
  await transact(deps, async (tx) => {
    await requireStudent(tx, userId);
    const before = await lockRight(tx, userId);
    if (wanted.validUntil < dayOf(now)) throw wrongField('validUntil', 'Esta data já passou.');
    // An unchanged right answers an open request, too.
    const request = await lockOpenRequest(tx, userId);
    if (request) {
      await decideRequest(tx, request.id, { state: 'granted', answer: '', decidedBy: office.id, now });
      await notifyDecided(deps, tx, request);
    }
    // Also a retry whose first answer was lost.
    if (before?.grantedAt && isSame(before, wanted)) return;
    if (!(await saveRight(tx, { ...wanted, userId, decidedBy: office.id, now }, revision))) throw savedElsewhere();
    const { extraPercent, extraMinutes, breaks, breakMinutes, largePrint } = wanted;
    const extra = { percent: extraPercent, minutes: extraMinutes };
    // Also those of a right that was taken away: granting it again renews none.
    const breaksBefore = before?.breaks ?? 0;
    await extendOpenAttempts(tx, userId, { ...extra, breaks, breaksBefore, breakMinutes, largePrint }, now);
    await extendOpenEssays(tx, userId, { ...extra, breaks, breakMinutes }, now);
    await recordAudit(tx, {
      at: now,
      actorId: office.id,
      action: before && isInForce(before, now) ? 'exam_time.changed' : 'exam_time.granted',
      subject: subjectOf(userId),
      // What was granted, never why.
      details: { extraPercent, extraMinutes, breaks, validUntil: wanted.validUntil },
    });
  });
  return view(deps, deps.db, userId);
}

type Wanted = Omit<BodyOf<typeof saveExamTime>, 'revision'>;

const isSame = (before: RightRow, wanted: Wanted): boolean =>
  (Object.keys(wanted) as (keyof Wanted)[]).every((field) => wanted[field] === before[field]);

export async function remove(deps: Deps, office: SessionUser, userId: string, revision: number) {
  const now = deps.clock.now();
  await transact(deps, async (tx) => {
    await requireStudent(tx, userId);
    const before = await lockRight(tx, userId);
    // Nothing to take away, or a retry.
    if (!before?.grantedAt) return;
    if (!(await clearRight(tx, { userId, revision, decidedBy: office.id, now }))) throw savedElsewhere();
    await forgetDecided(tx, userId, now);
    await recordAudit(tx, {
      at: now,
      actorId: office.id,
      action: 'exam_time.removed',
      subject: subjectOf(userId),
    });
  });
  return view(deps, deps.db, userId);
}
