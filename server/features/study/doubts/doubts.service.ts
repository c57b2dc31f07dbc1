import { DOUBTS_PER_DAY } from '#contract/limits.ts';
import type { Doubt } from '#contract/study/doubts.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { requireLastAnswer } from '#server/features/study/review/answered-questions.service.ts';
import { boughtFault } from '#server/http/bought.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import type { Made } from '#server/http/route.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { addDays, dayOf, momentOn } from '#server/time/calendar.ts';
import { mayAnswer } from './doubts.policy.ts';
import * as store from './doubts.store.ts';
import { pickPseudonym } from './pseudonyms.ts';

export const doubtNotFound = () => notFound('Dúvida não encontrada.');

const aboutOf = ({ questionId, lessonId }: store.DoubtRow): store.About =>
  questionId === null ? { lessonId: lessonId ?? 0 } : { questionId };

/** Refuses where the student may not see what the doubt is about, or not now. */
async function requireSight(deps: Deps, user: SessionUser, about: store.About): Promise<void> {
  if ('questionId' in about) {
    await requireLastAnswer(deps, user, about.questionId);
    return;
  }
  const closed = await boughtFault(deps.db, user, { kind: 'lesson', id: about.lessonId }, deps.clock.now());
  if (closed) throw closed;
  if (!(await store.existsLesson(deps.db, about.lessonId))) throw notFound('Aula não encontrada.');
}

export const answerOf = ({ answer, answererName, answeredAt }: store.DoubtRow) =>
  answeredAt === null ? null : { text: answer, by: answererName, at: answeredAt.toISOString() };

const shown = (user: SessionUser, row: store.DoubtRow): Doubt => ({
  id: row.id,
  isMine: row.userId === user.id,
  pseudonym: row.pseudonym,
  body: row.body,
  state: row.state,
  isShared: row.isShared && !row.isHidden,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  answer: answerOf(row),
  revision: row.revision,
});

export async function listAbout(deps: Deps, user: SessionUser, about: store.About): Promise<Doubt[]> {
  await requireSight(deps, user, about);
  return (await store.listDoubtsAbout(deps.db, about, user.id)).map((row) => shown(user, row));
}

export async function ask(
  deps: Deps,
  user: SessionUser,
  about: store.About,
  { body, creationKey }: { body: string; creationKey?: string | undefined },
): Promise<Made<Doubt>> {
  await requireSight(deps, user, about);
  const now = deps.clock.now();
  const day = dayOf(now);
  return transact(deps, async (tx) => {
    await store.lockAsker(tx, user.id);
    const made = creationKey ? await store.findDoubtByKey(tx, user.id, creationKey) : undefined;
    if (!made && (await store.countAskedOn(tx, user.id, day)) >= DOUBTS_PER_DAY) throw enoughForToday(now, day);
    const id =
      made?.id ??
      (await store.insertDoubt(tx, {
        userId: user.id,
        about,
        body,
        pseudonym: pickPseudonym(),
        creationKey: creationKey ?? null,
        day,
        now,
      }));
    const row = await requireFound(store.findDoubt(tx, id), doubtNotFound);
    return { isNew: !made, made: shown(user, row) };
  });
}

const enoughForToday = (now: Date, day: string) =>
  new AppError(
    'too_many_requests',
    `Você já enviou ${DOUBTS_PER_DAY} dúvidas hoje. Amanhã dá para perguntar de novo.`,
    {
      retryAfter: Math.ceil((momentOn(addDays(day, 1), 0).getTime() - now.getTime()) / 1000),
    },
  );

/** Requires that the doubt is the caller's, and that its question or lesson may be seen now. */
async function requireOwn(deps: Deps, user: SessionUser, id: number): Promise<void> {
  const row = await store.findDoubt(deps.db, id);
  if (row?.userId !== user.id) throw doubtNotFound();
  await requireSight(deps, user, aboutOf(row));
}

export async function edit(deps: Deps, user: SessionUser, id: number, body: string): Promise<Doubt> {
  await requireOwn(deps, user, id);
  const now = deps.clock.now();
  return transact(deps, async (tx) => {
    const row = await requireFound(store.lockDoubt(tx, id), doubtNotFound);
    if (row.state !== 'open') {
      throw new AppError('state_conflict', 'Esta dúvida já foi respondida ou encerrada.', { status: row.state });
    }
    if (row.body !== body) await store.updateBody(tx, id, body, now);
    return shown(user, (await store.findDoubt(tx, id)) ?? row);
  });
}

/** Closes a doubt without an answer: by the student who asked, or by a user who may answer it. */
export async function close(deps: Deps, user: SessionUser, id: number) {
  return transact(deps, async (tx) => {
    const row = await store.lockDoubt(tx, id);
    if (!row || !(row.userId === user.id || mayAnswer(user, row))) throw doubtNotFound();
    if (row.state === 'answered') {
      throw new AppError('state_conflict', 'Esta dúvida já foi respondida.', { status: row.state });
    }
    if (row.state === 'open') await store.markClosed(tx, id);
    return { state: 'closed' as const };
  });
}

/** Reports a shared doubt. Only users who may read it can report it. */
export async function report(deps: Deps, user: SessionUser, id: number): Promise<void> {
  const row = await store.findDoubt(deps.db, id);
  const isShown = row?.isShared && row.state === 'answered' && !row.isHidden;
  if (!row || !isShown || row.userId === user.id) throw doubtNotFound();
  await requireSight(deps, user, aboutOf(row));
  await transact(deps, (tx) => store.insertDoubtReport(tx, id, user.id, deps.clock.now()));
}
