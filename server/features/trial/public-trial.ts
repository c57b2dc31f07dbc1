import { MINUTE_MS } from '../../../contract/time.ts';
import type { Deps } from '../../deps.ts';
import { readContents } from '../questions/questions.service.ts';
import { readTrial, TRIAL_TOPIC } from './trial.service.ts';
import { renderTrial } from './trial-page.ts';

export type PublicTrial = ReturnType<typeof renderTrial>;

/**
 * What visitors may try now, or null. Remembered for a minute, and no longer than until somebody chooses or switches
 * in any process; a lesson or question that was edited follows within the minute. However many ask, it is read once.
 */
export function publicTrial(deps: Pick<Deps, 'db' | 'bus' | 'clock'>): () => Promise<PublicTrial | null> {
  let known: { trial: Promise<PublicTrial | null>; until: number } | null = null;
  const forget = () => {
    known = null;
  };
  deps.bus.subscribe(TRIAL_TOPIC, forget, forget);

  return () => {
    const now = deps.clock.now().getTime();
    if (known && known.until > now && deps.bus.connected) return known.trial;
    const mine = { trial: readOpenTrial(deps), until: now + MINUTE_MS };
    known = mine;
    mine.trial.catch(() => {
      if (known === mine) known = null;
    });
    return mine.trial;
  };
}

async function readOpenTrial({ db }: Pick<Deps, 'db'>): Promise<PublicTrial | null> {
  const { isOpen, lesson, questions } = await readTrial(db);
  if (!isOpen || !lesson) return null;
  const shown = questions.filter(({ problem }) => problem === null);
  const contents = await readContents(
    db,
    shown.map(({ versionId }) => versionId),
  );
  const byId = new Map(contents.map((content) => [content.id, content]));
  return renderTrial(
    lesson,
    shown.flatMap(({ versionId, subject }) => {
      const content = byId.get(versionId);
      return content ? { ...content, subject } : [];
    }),
  );
}
