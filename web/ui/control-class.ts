/** The frame of all text controls. */
export const controlClass =
  'block w-full min-h-12 rounded-control border border-line-strong bg-surface px-3 py-2 text-ink hover:border-ink-soft ' +
  'aria-invalid:border-bad aria-invalid:inset-ring aria-invalid:inset-ring-bad ' +
  'disabled:border-line disabled:bg-sunken disabled:text-ink-soft';
