import type { saveCourse } from '#contract/content/course-with-content.ts';
import type { createCourse, ItemRef, updateCourse } from '#contract/content/courses.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { imageIdOf } from '#contract/platform/image-address.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { indexEntry, removeEntry } from '#server/features/platform/search/search.service.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { dayOf } from '#server/time/calendar.ts';
import { sweepCourse } from './completions.service.ts';
import { countAvailableItems, listCourseItems, replaceItems } from './course-items.store.ts';
import { type CourseFilter, findCourseSummary, listCourseSummaries } from './course-list.store.ts';
import { notifyNewItems, visibleItems } from './course-news.service.ts';
import { toItem, toSummary } from './course-shapes.ts';
import { mayEdit, maySee } from './courses.policy.ts';
import {
  bumpVersion,
  type CourseFields,
  type CourseState,
  findCourse,
  findCourseByKey,
  insertCourse,
  isActiveAuthor,
  isStoredImage,
  listActiveAuthors,
  listCourseStates,
  lockCourse,
  markDeleted,
  updateCourseRow,
} from './courses.store.ts';

const INSTRUCTORS_SHOWN = 1000;

export const courseNotFound = () => notFound('Curso não encontrado.');

/** For the teacher area: the courses of one instructor (null: all), drafts among them. */
export async function listCoursesOf(deps: Deps, user: SessionUser, instructorId: string | null, limit: number) {
  const filter: CourseFilter = { drafts: 'all', instructorId: instructorId ?? undefined };
  return (await listCourseSummaries(deps.db, user.id, filter, { limit, after: null })).map((row) =>
    toSummary(row, null),
  );
}

/** Those of the courses that are there and that the person may change. */
export async function filterOwnCourses(
  db: Db | Tx,
  user: SessionUser,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const states = ids.length === 0 ? [] : await listCourseStates(db, ids);
  return new Set(states.filter((state) => mayEdit(user, state)).map(({ id }) => id));
}

/** Refuses where the course is not there, or is another teacher's. */
export async function requireOwnCourse(db: Db | Tx, user: SessionUser, id: number): Promise<void> {
  const row = await findCourseSummary(db, user.id, id);
  if (!row || !mayEdit(user, row)) throw courseNotFound();
}

/** A course as one user sees it. What they may not see is not there; whether it was bought is asked before. */
export async function readCourse(db: Db | Tx, user: SessionUser, id: number, now: Date) {
  const readItems = () => listCourseItems(db, user.id, id, dayOf(now));
  // A transaction runs one statement at a time.
  const [row, early] = await Promise.all([
    findCourseSummary(db, user.id, id),
    db.isTransaction ? undefined : readItems(),
  ]);
  if (!row || !maySee(user, row)) throw courseNotFound();
  const items = early ?? (await readItems());
  return {
    ...toSummary(row, null),
    items: items.map(toItem),
    myRating: row.myRating,
    completedAt: row.completedAt,
    canEdit: mayEdit(user, row),
  };
}

export async function addCourse(deps: Deps, user: SessionUser, body: BodyOf<typeof createCourse>) {
  return transact(deps, async (tx) => {
    const instructorId = await chooseInstructor(tx, user, body.instructorId ?? undefined, user.id);
    const fields = await fieldsOf(tx, body, instructorId);
    const id = await insertCourse(tx, fields, { key: body.creationKey, now: deps.clock.now() });
    if (id !== undefined) {
      await renewSearch(tx, id, fields);
      return { made: await mustFind(tx, id), isNew: true };
    }
    const first = body.creationKey ? await findCourseByKey(tx, body.creationKey) : undefined;
    if (!first || !mayEdit(user, first)) throw new AppError('conflict', 'Este curso já foi criado.');
    return { made: await mustFind(tx, first.id), isNew: false };
  });
}

export async function changeCourse(deps: Deps, user: SessionUser, id: number, body: BodyOf<typeof updateCourse>) {
  return transact(deps, async (tx) => {
    const course = await lockForEdit(tx, user, id, body.version);
    await writeFields(deps, tx, user, course, { id, body });
    if (body.isPublished && !course.isPublished) await sweepCourse(deps, tx, id);
    return mustFind(tx, id);
  });
}

async function writeFields(
  deps: Deps,
  tx: Tx,
  user: SessionUser,
  course: CourseState,
  { id, body }: { id: number; body: Omit<BodyOf<typeof updateCourse>, 'version'> },
): Promise<void> {
  const instructorId = await chooseInstructor(tx, user, body.instructorId, course.instructorId);
  const fields = await fieldsOf(tx, body, instructorId);
  await updateCourseRow(tx, id, fields, deps.clock.now());
  await renewSearch(tx, id, fields);
}

async function writeItems(tx: Tx, id: number, items: readonly ItemRef[]): Promise<void> {
  if ((await countAvailableItems(tx, items)) !== items.length) {
    const message = 'Uma das aulas ou simulados não está mais disponível. Recarregue a página.';
    throw wrongField('items', message);
  }
  await replaceItems(tx, id, items);
}

/** The data of a course and its content, in one save: both are kept, or neither. */
export async function changeCourseWithContent(
  deps: Deps,
  user: SessionUser,
  id: number,
  body: BodyOf<typeof saveCourse>,
) {
  return transact(deps, async (tx) => {
    const course = await lockForEdit(tx, user, id, body.version);
    const before = await visibleItems(tx, id);
    await writeFields(deps, tx, user, course, { id, body });
    await writeItems(tx, id, body.items);
    await sweepCourse(deps, tx, id);
    // What comes with the publication itself is no news to anybody yet.
    if (course.isPublished && body.isPublished) await notifyNewItems(deps, tx, await mustFind(tx, id), before);
    return readCourse(tx, user, id, deps.clock.now());
  });
}

export async function changeItems(
  deps: Deps,
  user: SessionUser,
  id: number,
  { items, version }: { items: readonly ItemRef[]; version: number },
) {
  return transact(deps, async (tx) => {
    const course = await lockForEdit(tx, user, id, version);
    const before = await visibleItems(tx, id);
    await writeItems(tx, id, items);
    await bumpVersion(tx, id, deps.clock.now());
    await sweepCourse(deps, tx, id);
    if (course.isPublished) await notifyNewItems(deps, tx, await mustFind(tx, id), before);
    return readCourse(tx, user, id, deps.clock.now());
  });
}

/** Takes the course away from lists and pages. Enrolments, ratings and completions stay. */
export async function removeCourse(deps: Deps, user: SessionUser, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    await lockForEdit(tx, user, id);
    const now = deps.clock.now();
    await markDeleted(tx, id, now);
    await removeEntry(tx, 'course', id);
    await recordAudit(tx, { at: now, actorId: user.id, action: 'course.deleted', subject: `course:${id}` });
  });
}

export const listInstructorNames = (deps: Deps) => listActiveAuthors(deps.db, INSTRUCTORS_SHOWN);

/** A course of another is not there for students, and a published one of another may be seen but not changed. */
async function lockForEdit(tx: Tx, user: SessionUser, id: number, version?: number): Promise<CourseState> {
  const course = await lockCourse(tx, id);
  if (!course || !maySee(user, course)) throw courseNotFound();
  if (!mayEdit(user, course)) throw new AppError('forbidden', 'Este curso é de outro professor.');
  if (version !== undefined && version !== course.version) {
    throw new AppError(
      'version_conflict',
      'Este curso foi alterado por outra pessoa. Recarregue para ver a versão nova.',
    );
  }
  return course;
}

/** Only an admin may name another instructor; the value of a teacher is replaced. Undefined: unchanged. */
async function chooseInstructor(
  tx: Tx,
  user: SessionUser,
  wanted: string | null | undefined,
  standing: string | null,
): Promise<string | null> {
  if (user.role !== 'admin' || wanted === undefined || wanted === standing) return standing;
  if (wanted !== null && !(await isActiveAuthor(tx, wanted))) {
    throw new AppError('bad_request', 'Confira os dados enviados.', {
      fields: { instructorId: 'Escolha um professor ativo.' },
    });
  }
  return wanted;
}

type SentFields = Omit<CourseFields, 'imageId' | 'instructorId'> & { imageUrl: string | null };

async function fieldsOf(
  tx: Tx,
  { imageUrl, ...fields }: SentFields,
  instructorId: string | null,
): Promise<CourseFields> {
  const imageId = imageUrl === null ? null : imageIdOf(imageUrl);
  if (imageId !== null && !(await isStoredImage(tx, imageId))) {
    throw new AppError('bad_request', 'Confira os dados enviados.', {
      fields: { imageUrl: 'Esta imagem não existe mais. Envie de novo.' },
    });
  }
  return { ...fields, imageId, instructorId };
}

/** Students find what they may see: published courses. */
async function renewSearch(tx: Tx, id: number, { isPublished, title, description }: CourseFields): Promise<void> {
  if (isPublished) await indexEntry(tx, { kind: 'course', id, subjectId: null, title, text: description });
  else await removeEntry(tx, 'course', id);
}

async function mustFind(tx: Tx, id: number) {
  return requireFound(findCourse(tx, id), courseNotFound);
}
