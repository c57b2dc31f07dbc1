import type { QuestionStatus } from '#contract/question-status.ts';
import type { Difficulty, QuestionKind } from '#contract/questions/question-shapes.ts';

export const difficultyNames: Record<Difficulty, string> = { easy: 'Fácil', medium: 'Média', hard: 'Difícil' };
export const kindNames: Record<QuestionKind, string> = { choice: 'Múltipla escolha', true_false: 'Certo/Errado' };
export const statusNames: Record<QuestionStatus, string> = {
  active: 'Ativa',
  annulled: 'Anulada',
  outdated: 'Desatualizada',
};

type Exam = { source: string; organ?: string | undefined; post?: string | undefined; year: number | null };

/** 'FGV · TJ-SP · Escrevente · 2024' */
export const sourceOf = ({ source, organ, post, year }: Exam) =>
  [source, organ, post, year].filter(Boolean).join(' · ');
