import type { PracticeQuestion } from '#contract/study/practice.ts';
import { difficultyNames } from './practice-choice.ts';

/** 'Raciocínio Lógico · Vunesp, 2024 · Difícil', as far as it is known. */
export function questionCaption(about: Pick<PracticeQuestion, 'subject' | 'source' | 'year' | 'difficulty'>): string {
  const { subject, source, year, difficulty } = about;
  const exam = [source, year].filter(Boolean).join(', ');
  return [subject, exam, difficulty && difficultyNames[difficulty]].filter(Boolean).join(' · ');
}
