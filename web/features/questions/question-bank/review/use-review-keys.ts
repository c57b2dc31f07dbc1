import { useEffect, useEffectEvent } from 'react';

type ReviewKeys = {
  onStep: (step: 1 | -1) => void;
  onRight: (letter: string) => void;
  onJoin: () => void;
  onLeaveOut: () => void;
  onAccept: () => void;
};

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
/** Enter on a focused control activates that control. */
const isControl = (target: EventTarget | null) => target instanceof HTMLElement && target.closest('button, a, summary');

/** Single keys work while no field has the focus and no dialog is open. */
export function useReviewKeys(keys: ReviewKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    const key = event.key.toLowerCase();
    const actions: Record<string, () => void> = {
      j: () => keys.onStep(1),
      k: () => keys.onStep(-1),
      i: keys.onJoin,
      x: keys.onLeaveOut,
    };
    if (key === 'enter' && !isControl(event.target)) actions.enter = keys.onAccept;
    if (/^[a-f]$/.test(key)) actions[key] = () => keys.onRight(key.toUpperCase());
    const action = actions[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
