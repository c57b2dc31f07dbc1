(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: the system's theme stays.
  }
  // The document shows its screen before the app is there. What happens meanwhile is noted for it (lib/early.ts).
  const early = { pressed: [], lost: [] };
  window.early = early;
  addEventListener('click', ({ target }) => early.pressed.push(target), { capture: true });
  addEventListener('error', ({ target }) => early.lost.push(target), { capture: true });
})();
