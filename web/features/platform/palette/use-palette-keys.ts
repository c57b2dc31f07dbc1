import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '#web/lib/is-typing.ts';
import { useShortcuts } from '#web/lib/preferences.ts';

/**
 * Ctrl K (⌘ K) anywhere, and `/` if single-key shortcuts are on. Ignored over a dialog and in a text that uses the
 * key.
 */
export function usePaletteKeys(open: () => void): void {
  const hasLetters = useShortcuts();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (event.defaultPrevented || altKey) return;
    const isSlash = key === '/' && !ctrlKey && !metaKey && hasLetters && !isTyping(target);
    // In the editor the same keys make a link.
    const isInEditor = target instanceof HTMLElement && target.isContentEditable;
    const isChord = key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey && !isInEditor;
    if (!isSlash && !isChord) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
