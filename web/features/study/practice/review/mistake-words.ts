import type { MistakeReason } from '#contract/study/review.ts';

export const reasonNames: Record<MistakeReason, string> = {
  content: 'Conteúdo',
  reading: 'Interpretação',
  attention: 'Desatenção',
  guess: 'Chute',
};

export const reasonChips = (Object.entries(reasonNames) as [MistakeReason, string][]).map(([value, label]) => ({
  value,
  label,
}));
