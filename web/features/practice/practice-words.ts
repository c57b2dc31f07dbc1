import type { PracticeKind } from '../../../contract/practice.ts';

export const kindNames: Record<PracticeKind, string> = {
  treino: 'Treino',
  erradas: 'Só as erradas',
  livre: 'Treino livre',
};
