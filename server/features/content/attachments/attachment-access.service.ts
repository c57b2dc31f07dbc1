import type { Deps } from '#server/deps.ts';
import { readCourse, requireOwnCourse } from '#server/features/content/courses/courses.service.ts';
import { ownState } from '#server/features/content/lessons/writing/writers.service.ts';
import { boughtFault } from '#server/http/bought.ts';
import { notFound } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import type { AttachmentTarget } from './attachment-target.ts';
import { isLessonRead } from './attachments.store.ts';

export const attachmentMissing = () => notFound('Arquivo não encontrado.');

/** Who writes the lesson or course keeps its files. */
export async function requireOwn(deps: Deps, user: SessionUser, { kind, id }: AttachmentTarget): Promise<void> {
  if (kind === 'lesson') await ownState(deps, user, id);
  else await requireOwnCourse(deps.db, user, id);
}

/** Who reads the lesson or course reads its files; of a draft, its authors alone. Whether it was bought is asked apart. */
export async function requireReader(deps: Deps, user: SessionUser, { kind, id }: AttachmentTarget): Promise<void> {
  if (kind === 'course') await readCourse(deps.db, user, id, deps.clock.now());
  else if (!(await isLessonRead(deps.db, id))) await ownState(deps, user, id);
}

/** For a call whose path names the file and not what it belongs to. */
export async function requireBought(deps: Deps, user: SessionUser, place: AttachmentTarget): Promise<void> {
  const fault = await boughtFault(deps.db, user, place, deps.clock.now());
  if (fault) throw fault;
}
