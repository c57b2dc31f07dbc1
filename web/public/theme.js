(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: the system's theme stays.
  }
  // The document shows its screen before the app is there. What happens meanwhile is noted for it (lib/early-events.ts).
  const end = new AbortController();
  const early = { pressed: [], lost: [], down: null, end: () => end.abort() };
  window.early = early;
  const note = (kind, listener) => addEventListener(kind, listener, { capture: true, signal: end.signal });
  note('click', ({ target }) => early.pressed.push(target));
  note('error', ({ target }) => early.lost.push(target));
  note('pointerdown', ({ target }) => (early.down = target));
  for (const kind of ['pointerup', 'pointercancel', 'click']) note(kind, () => (early.down = null));
})();
