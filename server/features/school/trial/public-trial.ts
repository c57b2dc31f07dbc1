import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { cleanLesson } from '#server/features/content/lessons/lesson-cleaning.service.ts';
import { readContents } from '#server/features/questions/questions/questions.service.ts';
import { readTrial, TRIAL_TOPIC } from './trial.service.ts';
import { renderTrial, richTexts } from './trial-page.ts';

type PublicTrial = ReturnType<typeof renderTrial>;

/**
 * The free trial that visitors see now, or null. Cached for a minute, and invalidated in every process when the choice
 * or the switch changes; an edited lesson or question shows within the minute. Concurrent requests share one read.
 * Cleaning and rendering run only when the content changed.
 */
export function publicTrial(deps: Pick<Deps, 'db' | 'bus' | 'clock'>): () => Promise<PublicTrial | null> {
  let known: { trial: Promise<PublicTrial | null>; until: number } | null = null;
  let reading: Promise<PublicTrial | null> | null = null;
  let drawn: { from: string; trial: PublicTrial } | null = null;
  const forget = () => {
    known = null;
    reading = null;
  };
  deps.bus.subscribe(TRIAL_TOPIC, forget, forget);

  const read = async (): Promise<PublicTrial | null> => {
    const { isOpen, lesson, questions } = await readTrial(deps.db);
    if (!isOpen || !lesson) return null;
    const shown = questions.filter(({ problem }) => problem === null);
    const from = contentOf([lesson.title, lesson.subject, lesson.content, shown]);
    if (drawn?.from === from) return drawn.trial;
    const contents = await readContents(
      deps.db,
      shown.map(({ versionId }) => versionId),
    );
    const byId = new Map(contents.map((content) => [content.id, content]));
    const asked = shown.flatMap(({ versionId, subject }) => {
      const content = byId.get(versionId);
      return content ? { ...content, subject } : [];
    });
    drawn = { from, trial: renderTrial(lesson, asked, await cleanerOf(richTexts(lesson, asked))) };
    return drawn.trial;
  };

  return () => {
    const now = deps.clock.now().getTime();
    if (known && known.until > now && deps.bus.connected) return known.trial;
    if (reading) return reading;
    const mine = read();
    const mineKnown = { trial: mine, until: now + MINUTE_MS };
    known = mineKnown;
    reading = mine;
    const over = () => {
      if (reading === mine) reading = null;
    };
    mine.then(over, () => {
      over();
      if (known === mineKnown) known = null;
    });
    return mine;
  };
}

/** Cleans the texts one after the other, long ones in the worker: rendering the page then does not block the event loop. */
async function cleanerOf(texts: readonly string[]): Promise<(stored: string) => string> {
  const cleaned = new Map<string, string>();
  for (const text of new Set(texts)) cleaned.set(text, (await cleanLesson(text, TRIAL_TOPIC)).html);
  return (stored) => cleaned.get(stored) ?? '';
}

/** A version of a question never changes, so its id identifies its content. */
const contentOf = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
