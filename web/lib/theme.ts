import type { Preferences } from '../../contract/preferences.ts';

/** The key that public/theme.js reads before the first paint. */
const KEY = 'theme';

export function applyTheme(theme: Preferences['theme']): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset.theme = theme;
  }
}
