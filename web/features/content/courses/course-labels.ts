import type { Category, Difficulty } from '#contract/content/courses.ts';
import { school } from '#web/lib/school.ts';

export const categoryLabels: Record<Category, string> = {
  GERAL: 'Geral',
  DIREITO: 'Direito',
  FÍSICO: 'Preparação Física',
  PSICOLOGIA: 'Psicologia',
  PORTUGUÊS: 'Português',
  MATEMÁTICA: 'Matemática',
  HISTÓRIA: 'História',
  GEOGRAFIA: 'Geografia',
};

export const difficultyLabels: Record<Difficulty, string> = {
  beginner: 'Iniciante',
  intermediate: 'Intermediário',
  advanced: 'Avançado',
};

/** Whole hours from 60 minutes on, else 'Variável'. */
export const durationText = (minutes: number | null) =>
  minutes === null || minutes < 60 ? 'Variável' : `${Math.floor(minutes / 60)}h`;

export const instructorText = (name: string | null) => name ?? `Equipe ${school.name}`;
