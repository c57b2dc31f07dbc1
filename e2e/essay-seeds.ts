import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import { essayLines } from '#contract/exams/essay-lines.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';

const [preset] = espelhoPresets;
if (!preset) throw new Error('There is no preset.');
/** The espelho of themes made here. */
export const { espelho } = preset;

const LINE_WIDTH = 68;

/** An open theme of thirty lines. */
export async function createTheme(db: Db, authorId: string, title = 'Câmeras corporais') {
  const now = new Date();
  const content = JSON.stringify({
    ...{ kind: 'essay', title, command: 'Escreva.', maxLines: 30, minLines: 8, lineWidth: LINE_WIDTH },
    ...{ minutes: null, opensAt: null, closesAt: null, returnHours: 72, espelho, texts: [] },
    ...{ secondReading: null, reviewDays: 5 },
  });
  const { id } = await db
    .insertInto('essay_themes')
    .values({ author_id: authorId, draft: content, is_open: true, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: versionId } = await db
    .insertInto('essay_theme_versions')
    .values({ theme_id: id, number: 1, title, content, published_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('essay_themes').set({ published_version_id: versionId }).where('id', '=', id).execute();
  return { id, versionId, title };
}

type Delivered = { studentId: string; theme: { id: number; versionId: number }; text: string; hours: number };

/** A delivered essay that is due in some hours. */
export async function deliverEssay(db: Db, { studentId, theme, text, hours }: Delivered): Promise<number> {
  const now = new Date();
  const { id } = await db
    .insertInto('essays')
    .values({
      student_id: studentId,
      theme_id: theme.id,
      theme_version_id: theme.versionId,
      number: 1,
      state: 'delivered',
      body: text,
      started_at: now,
      saved_at: now,
      delivered_at: now,
      due_at: new Date(now.getTime() + hours * HOUR_MS),
      line_count: essayLines(text, LINE_WIDTH).length,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
