import type { Preferences } from '#contract/preferences.ts';
import { localStore } from './safe-storage.ts';

/** The key that public/theme.js reads before the first paint. */
const KEY = 'theme';

export function applyTheme(theme: Preferences['theme']): void {
  if (theme === 'system') {
    localStore.remove(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    localStore.write(KEY, theme);
    document.documentElement.dataset.theme = theme;
  }
}
