import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { searchKey } from '#server/db/keys.ts';

/** Null: an administrator, who may edit the sets of every course. */
export type SetAuthor = string | null;
export const authorOf = (user: { id: string; role: string }): SetAuthor => (user.role === 'admin' ? null : user.id);

const ofAuthor = (author: SetAuthor) => (author === null ? sql`true` : sql`courses.instructor_id = ${author}::uuid`);

type SetHead = { id: number; title: string; courseId: number; course: string; cards: number };

const head = sql`card_sets.id, card_sets.title, card_sets.course_id AS "courseId", courses.title AS course,
  (SELECT count(*)::int FROM card_set_cards WHERE set_id = card_sets.id) AS cards`;

export async function listAuthoredSets(db: Db, author: SetAuthor, limit: number) {
  const { rows } = await sql<SetHead & { updatedAt: Date }>`
    SELECT ${head}, card_sets.updated_at AS "updatedAt"
    FROM card_sets JOIN courses ON courses.id = card_sets.course_id AND courses.deleted_at IS NULL
    WHERE ${ofAuthor(author)} ORDER BY courses.title, card_sets.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** The sets of published courses that the student may study (`bought` null: all). */
export async function listOfferedSets(db: Db, userId: string, bought: readonly number[] | null, limit: number) {
  const { rows } = await sql<SetHead & { copied: number }>`
    SELECT ${head}, (
      SELECT count(*)::int FROM card_set_cards member JOIN cards ON cards.set_card_id = member.id
      WHERE member.set_id = card_sets.id AND cards.user_id = ${userId}
    ) AS copied
    FROM card_sets JOIN courses ON courses.id = card_sets.course_id AND courses.deleted_at IS NULL
    WHERE courses.is_published AND (${bought}::int[] IS NULL OR card_sets.course_id = ANY(${bought}::int[]))
    ORDER BY courses.title, card_sets.id LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findOfferedSet(tx: Tx, id: number, bought: readonly number[] | null) {
  const { rows } = await sql<{ title: string }>`
    SELECT card_sets.title FROM card_sets JOIN courses ON courses.id = card_sets.course_id AND courses.deleted_at IS NULL
    WHERE card_sets.id = ${id} AND courses.is_published
      AND (${bought}::int[] IS NULL OR card_sets.course_id = ANY(${bought}::int[]))`.execute(tx);
  return rows[0];
}

export async function findSet(db: Db | Tx, author: SetAuthor, id: number, isLocked = false) {
  const { rows } = await sql<Omit<SetHead, 'cards'> & { revision: number; updatedAt: Date }>`
    SELECT card_sets.id, card_sets.title, card_sets.course_id AS "courseId", courses.title AS course,
      card_sets.revision, card_sets.updated_at AS "updatedAt"
    FROM card_sets JOIN courses ON courses.id = card_sets.course_id AND courses.deleted_at IS NULL
    WHERE card_sets.id = ${id} AND ${ofAuthor(author)} ${isLocked ? sql`FOR UPDATE OF card_sets` : sql``}`.execute(db);
  return rows[0];
}

export async function findSetByKey(tx: Tx, creationKey: string) {
  return tx.selectFrom('card_sets').select('id').where('creation_key', '=', creationKey).executeTakeFirst();
}

/** Locks the course, so that its sets are counted one after the other. */
export async function lockOwnCourse(tx: Tx, author: SetAuthor, courseId: number) {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM courses WHERE id = ${courseId} AND deleted_at IS NULL AND ${ofAuthor(author)}
    FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

export async function countSets(tx: Tx, courseId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('card_sets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();
  return count;
}

type NewSet = { courseId: number; title: string; authorId: string; creationKey: string; now: Date };

export async function insertSet(tx: Tx, made: NewSet): Promise<number> {
  const { id } = await tx
    .insertInto('card_sets')
    .values({
      course_id: made.courseId,
      title: made.title,
      created_by: made.authorId,
      creation_key: made.creationKey,
      created_at: made.now,
      updated_at: made.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function saveSet(tx: Tx, id: number, title: string, now: Date): Promise<void> {
  await tx
    .updateTable('card_sets')
    .set((set) => ({ title, revision: set('revision', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

type Side = 'front' | 'back';
export type SetCard = {
  id: number | null;
  kind: 'basic' | 'cloze';
  front: string;
  back: string;
  hint: string;
  /** An upload of the author, or null for none; undefined: the saved card stays with its picture and its side. */
  pictureId?: number | null | undefined;
  pictureSide?: Side | undefined;
};

export async function listSetCards(db: Db | Tx, setId: number) {
  return db
    .selectFrom('card_set_cards')
    .select(['id', 'kind', 'front', 'back', 'hint', 'picture_side as pictureSide'])
    .select(['picture_sha256 as sha256', 'picture_width as width', 'picture_height as height'])
    .where('set_id', '=', setId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Changes the cards that have an id of the set, inserts the others and deletes those that are left out. */
export async function replaceSetCards(tx: Tx, authorId: string, setId: number, cards: readonly SetCard[]) {
  const rows = JSON.stringify(
    cards.map((card, position) => ({ ...card, position, isPictured: card.pictureId !== undefined })),
  );
  await sql`
    WITH given AS (
      SELECT given.*, file_key, sha256, mime_type, bytes, width, height
      FROM jsonb_to_recordset(${rows}::jsonb)
        AS given (id integer, position integer, kind text, front text, back text, hint text, "pictureId" integer,
          "isPictured" boolean, "pictureSide" text)
      LEFT JOIN card_pictures ON card_pictures.id = given."pictureId" AND card_pictures.user_id = ${authorId}
    ), gone AS (
      DELETE FROM card_set_cards WHERE set_id = ${setId} AND id NOT IN (SELECT id FROM given WHERE id IS NOT NULL)
    ), changed AS (
      UPDATE card_set_cards SET position = given.position, kind = given.kind, front = given.front, back = given.back,
        hint = given.hint, picture_side = coalesce(given."pictureSide", picture_side),
        picture_key = CASE WHEN "isPictured" THEN file_key ELSE picture_key END,
        picture_sha256 = CASE WHEN "isPictured" THEN sha256 ELSE picture_sha256 END,
        picture_mime = CASE WHEN "isPictured" THEN mime_type ELSE picture_mime END,
        picture_bytes = CASE WHEN "isPictured" THEN bytes ELSE picture_bytes END,
        picture_width = CASE WHEN "isPictured" THEN width ELSE picture_width END,
        picture_height = CASE WHEN "isPictured" THEN height ELSE picture_height END
      FROM given WHERE card_set_cards.set_id = ${setId} AND card_set_cards.id = given.id RETURNING card_set_cards.id
    )
    INSERT INTO card_set_cards (set_id, position, kind, front, back, hint, picture_key, picture_sha256, picture_mime,
      picture_bytes, picture_width, picture_height, picture_side)
    SELECT ${setId}, position, kind, front, back, hint, file_key, sha256, mime_type, bytes, width, height,
      coalesce("pictureSide", 'back') FROM given
    WHERE id IS NULL OR id NOT IN (SELECT id FROM card_set_cards WHERE set_id = ${setId})`.execute(tx);
}

export async function deleteSet(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('card_sets').where('id', '=', id).execute();
}

type Member = {
  id: number;
  kind: string;
  front: string;
  back: string;
  hint: string;
  pictureSha256: Buffer | null;
  pictureSide: string;
};

/** The cards of a set that the student has not copied, locked so that their files are not released meanwhile. */
export async function lockUncopied(tx: Tx, userId: string, setId: number) {
  const { rows } = await sql<Member>`
    SELECT id, kind, front, back, hint, picture_sha256 AS "pictureSha256", picture_side AS "pictureSide"
    FROM card_set_cards member
    WHERE set_id = ${setId} AND NOT EXISTS (
      SELECT FROM cards WHERE cards.user_id = ${userId} AND cards.set_card_id = member.id)
    ORDER BY position, id FOR SHARE OF member`.execute(tx);
  return rows;
}

type Copy = Member & { key: string; pictureId: number | null };

export async function insertCopies(tx: Tx, userId: string, deck: string, copies: readonly Copy[], now: Date) {
  await tx
    .insertInto('cards')
    .values(
      copies.map((copy) => ({
        user_id: userId,
        kind: copy.kind,
        front: copy.front,
        back: copy.back,
        hint: copy.hint,
        picture_id: copy.pictureId,
        picture_side: copy.pictureSide,
        deck,
        set_card_id: copy.id,
        search_key: searchKey([copy.front, copy.back, deck].join('\n')),
        creation_key: copy.key,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
}
