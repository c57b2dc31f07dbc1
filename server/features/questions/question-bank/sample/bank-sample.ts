import type { Difficulty, QuestionFormat } from '#contract/questions/question-shapes.ts';

/** A question of the sample's bank: options with their comments, and the letter of the right one. */
export type BankSample = {
  topic: string;
  difficulty: Difficulty;
  format: QuestionFormat;
  questionText: string;
  comment: string;
  options: [optionText: string, comment: string][];
  right: 'A' | 'B' | 'C' | 'D' | 'E';
};
