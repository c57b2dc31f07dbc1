import { useEffect, useEffectEvent } from 'react';
import { optionIndexOfKey } from '#contract/questions/question-kind.ts';
import type { QuestionKind } from '#contract/questions/question-shapes.ts';

type OptionKeys = {
  enabled: boolean;
  /** Letters and digits can be switched off in the settings; the arrows stay. */
  letters: boolean;
  kind: QuestionKind;
  /** Whether the focus is in the question: keys elsewhere have other meanings. */
  isHere: (focused: Element) => boolean;
  onChoose: (optionIndex: number) => void;
  /** Without it the arrows are left to the radio buttons. */
  onMove?: (step: -1 | 1) => void;
};

/** 1–6 or a–f (c and e in Certo/Errado) choose an option, the arrows change the question, while the question has the focus. */
export function useOptionKeys({ enabled, letters, kind, isHere, onChoose, onMove }: OptionKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!(target instanceof Element) || !isHere(target)) return;
    if (onMove && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      // Otherwise the radio buttons would take the key and change the answer.
      event.preventDefault();
      onMove(key === 'ArrowLeft' ? -1 : 1);
      return;
    }
    const option = optionIndexOfKey(key, kind);
    if (!letters || option < 0) return;
    event.preventDefault();
    onChoose(option);
  });
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [enabled]);
}
