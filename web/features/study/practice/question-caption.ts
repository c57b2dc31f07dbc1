import type { PracticeQuestion } from '#contract/study/practice.ts';
import { difficultyNames } from './practice-choice.ts';

/** 'Raciocínio Lógico · Vunesp · TJ-SP · Escrevente · 2024 · Difícil', as far as it is known. */
type About = Pick<PracticeQuestion, 'subject' | 'source' | 'year' | 'difficulty'> &
  Partial<Pick<PracticeQuestion, 'organ' | 'post'>>;

export function questionCaption({ subject, source, organ, post, year, difficulty }: About): string {
  return [subject, source, organ, post, year, difficulty && difficultyNames[difficulty]].filter(Boolean).join(' · ');
}
