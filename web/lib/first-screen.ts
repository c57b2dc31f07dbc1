import { FIRST_SCREEN_ID, type FirstScreen } from '#contract/first-screen.ts';
import { entryKeys, type Key } from './entry-keys.ts';
import { takeLaterStyles } from './later-styles.ts';
import { takeAnswers } from './query-client.ts';
import { preloadChunks, takeDocumentTime } from './render-context.ts';

/** What the document brought, if it did. */
function readFirstScreen(): FirstScreen | null {
  const text = document.getElementById(FIRST_SCREEN_ID)?.textContent;
  return text ? (JSON.parse(text) as FirstScreen) : null;
}

/**
 * Makes everything ready that the document's screen is made of, so that it can be hydrated without a spinner in between.
 * Null: the document brought no screen, and the browser renders it alone. `refresh` is for after the hydration.
 */
export async function takeUpFirstScreen(): Promise<{ refresh: () => void } | null> {
  const screen = readFirstScreen();
  if (!screen) return null;
  // The screens' own modules name the parts within them.
  for (const file of new Set(screen.files)) await preloadChunks(file);
  await takeLaterStyles();
  takeDocumentTime(screen.at);
  takeAnswers([[entryKeys.session, screen.user], ...screen.answers.map(([key, data]) => [key as Key, data] as const)]);
  // The service worker's copy of last time: shown at once, and renewed behind.
  const isKept = document.getElementById(FIRST_SCREEN_ID)?.dataset.kept !== undefined;
  return {
    refresh: () => {
      if (isKept) void import('./refresh-cached.ts').then(({ refreshCachedDocument }) => refreshCachedDocument(screen));
    },
  };
}
