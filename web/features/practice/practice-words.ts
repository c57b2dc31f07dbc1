import type { PracticeKind } from '../../../contract/practice.ts';

export const kindNames: Record<PracticeKind, string> = {
  treino: 'Treino',
  erradas: 'Só as erradas',
  livre: 'Treino livre',
};

export const letterOf = (place: number) => String.fromCharCode('A'.charCodeAt(0) + place);
