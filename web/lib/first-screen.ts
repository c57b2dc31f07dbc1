import { FIRST_SCREEN_ID, type FirstScreen } from '#contract/first-screen.ts';
import { entryKeys, type Key } from './entry-keys.ts';
import { takeLaterStyles } from './later-styles.ts';
import { takeAnswers } from './query-client.ts';
import { preloadChunks, takeDocumentTime } from './render-context.ts';

/** The data embedded in the document, if any. */
function readFirstScreen(): FirstScreen | null {
  const text = document.getElementById(FIRST_SCREEN_ID)?.textContent;
  return text ? (JSON.parse(text) as FirstScreen) : null;
}

/**
 * Loads everything that the document's screen needs, so that it hydrates without a spinner. Null: the document has no
 * screen, and the browser renders it. Call `refresh` after the hydration.
 */
export async function takeUpFirstScreen(): Promise<{ refresh: () => void } | null> {
  const screen = readFirstScreen();
  if (!screen) return null;
  // The modules of the screens register the chunks within them.
  for (const file of new Set(screen.files)) await preloadChunks(file);
  await takeLaterStyles();
  takeDocumentTime(screen.at);
  takeAnswers([[entryKeys.session, screen.user], ...screen.answers.map(([key, data]) => [key as Key, data] as const)]);
  // The document is a cached copy of the service worker: shown at once and refreshed in the background.
  const isKept = document.getElementById(FIRST_SCREEN_ID)?.dataset.kept !== undefined;
  return {
    refresh: () => {
      if (isKept) void import('./refresh-cached.ts').then(({ refreshCachedDocument }) => refreshCachedDocument(screen));
    },
  };
}
