import { useEffect, useEffectEvent } from 'react';
import type { EssayMark } from '#contract/exams/essay-corrections.ts';
import { sortedMarks } from '../marked-text.ts';

type GradingKeys = {
  marks: readonly EssayMark[];
  active: EssayMark | undefined;
  onActivate: (id: string | null) => void;
  onMark: () => void;
  onFind: () => void;
  onComment: () => void;
  onCriterion: (position: number) => void;
  onStep: (step: 1 | -1) => void;
  onPraise: () => void;
  onRemove: () => void;
  onReturn: () => void;
};

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Single keys work only while no field has the focus; Escape leaves a field; Ctrl Enter returns from anywhere. */
export function useGradingKeys(keys: GradingKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return done(event, keys.onReturn);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role="alertdialog"]')) return;
    if (isField(event.target)) {
      if (event.key === 'Escape') done(event, () => (event.target as HTMLElement).blur());
      return;
    }
    if (/^[1-9]$/.test(event.key)) return done(event, () => keys.onCriterion(Number(event.key) - 1));
    const action = actionOf(event.key.toLowerCase());
    if (action) done(event, action);
  });

  const actionOf = (key: string): (() => void) | undefined => {
    const sorted = sortedMarks(keys.marks);
    const at = sorted.findIndex(({ id }) => id === keys.active?.id);
    const go = (to: number) => keys.onActivate(sorted[(to + sorted.length) % sorted.length]?.id ?? null);
    const actions: Record<string, () => void> = {
      m: keys.onMark,
      '/': keys.onFind,
      c: keys.onComment,
      j: () => go(at + 1),
      k: () => go(at === -1 ? -1 : at - 1),
      '-': () => keys.onStep(1),
      '+': () => keys.onStep(-1),
      p: keys.onPraise,
      delete: keys.onRemove,
      ...(keys.active ? { escape: () => keys.onActivate(null) } : {}),
    };
    return actions[key];
  };

  useEffect(() => {
    // Before the dialog, which would close on Escape.
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, []);
}

function done(event: KeyboardEvent, action: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  action();
}
