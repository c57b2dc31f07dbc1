import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';
import type { Review } from '../reading/deck-card.ts';
import type { ExportedCard } from './exported-card.ts';

type Row = Omit<ExportedCard, 'picture' | 'deck' | 'state' | 'createdAt' | 'updatedAt'> & {
  id: number;
  pictureId: number | null;
  fileKey: string | null;
  topic: string | null;
  subject: string | null;
  deck: string;
  createdAt: Date;
  updatedAt: Date;
  stability: number | null;
  difficulty: number | null;
  lastDay: string | null;
  lapses: number | null;
  pastReviews: Review[];
};

/** Cards of a student in the order of their ids, without those made from a question that is under way, and their pictures. */
export async function listExportedCards(
  tx: Tx,
  { userId, underWay }: { userId: string; underWay: readonly number[] },
  { after, limit }: { after: number; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT cards.id, cards.creation_key AS "creationKey", cards.kind, cards.front, cards.back, cards.hint, cards.gap,
      card_pictures.id AS "pictureId", card_pictures.file_key AS "fileKey", cards.picture_side AS "pictureSide",
      topics.name AS topic, subjects.name AS subject, cards.deck, cards.tags, cards.source_label AS "sourceLabel",
      cards.is_suspended AS "isSuspended", cards.anki_guid AS "ankiGuid", cards.anki_ord AS "ankiOrd",
      cards.created_at AS "createdAt", cards.updated_at AS "updatedAt", s.stability, s.difficulty,
      s.last_day::text AS "lastDay", s.lapses, coalesce(past.reviews, '[]') AS "pastReviews",
      coalesce((SELECT json_agg(json_build_array(round(extract(epoch FROM answered_at) * 1000), grade) ORDER BY study_day, id)
        FROM card_answers WHERE card_id = cards.id AND undone_at IS NULL), '[]') AS answers
    FROM cards
    LEFT JOIN card_pictures ON card_pictures.id = cards.picture_id AND NOT EXISTS (
      SELECT FROM cards closed WHERE closed.picture_id = card_pictures.id AND closed.question_id = ANY(${underWay}::int[]))
    LEFT JOIN topics ON topics.id = cards.topic_id
    LEFT JOIN subjects ON subjects.id = topics.subject_id
    LEFT JOIN card_states s ON s.card_id = cards.id
    LEFT JOIN card_past_reviews past ON past.card_id = cards.id
    WHERE cards.user_id = ${userId} AND cards.id > ${after}
      AND (cards.question_id IS NULL OR cards.question_id <> ALL(${underWay}::int[]))
    ORDER BY cards.id LIMIT ${limit}`.execute(tx);
  return rows;
}
