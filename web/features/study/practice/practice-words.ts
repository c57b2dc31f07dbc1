import type { PracticeKind } from '#contract/study/practice.ts';

export const kindNames: Record<PracticeKind, string> = {
  training: 'Treino',
  mistakes: 'Só as erradas',
  free: 'Treino livre',
  start: 'Teste de partida',
  timed: 'Simulado dos meus erros',
};
