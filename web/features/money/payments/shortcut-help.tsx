import { useShortcuts } from '#web/lib/preferences.ts';
import { Kbd } from '#web/ui/kbd.tsx';

/** The shortcuts of a focused row; renders nothing when shortcuts are switched off. */
export function ShortcutHelp() {
  if (!useShortcuts()) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1.5 border-line border-t px-4 py-3 text-ink-soft text-xs">
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> próximo, anterior
      </span>
      <span>
        <Kbd>A</Kbd> <Kbd>Enter</Kbd> aprovar
      </span>
      <span>
        <Kbd>R</Kbd> <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> recusar
      </span>
    </p>
  );
}
