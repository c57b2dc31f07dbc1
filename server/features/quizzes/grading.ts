/** One question of an attempt as it is graded. */
export type GradedQuestion = { selectedOptionId: number | null; rightOptionId: number };

export type Grade = {
  totalQuestions: number;
  correctAnswers: number;
  /** 0 to 10. */
  score: number;
  passed: boolean;
};

export const isRight = ({ selectedOptionId, rightOptionId }: GradedQuestion) => selectedOptionId === rightOptionId;

/** The only place where an attempt gets its result. In whole numbers, so that no half is lost to rounding errors. */
export function grade(questions: readonly GradedQuestion[], passingScore: number): Grade {
  const total = questions.length;
  const correct = questions.filter(isRight).length;
  if (total === 0) return { totalQuestions: 0, correctAnswers: 0, score: 0, passed: false };
  return {
    totalQuestions: total,
    correctAnswers: correct,
    score: Math.floor((20 * correct + total) / (2 * total)),
    passed: correct * 100 >= passingScore * total,
  };
}

/** Share of right answers in percent, one decimal. */
export function percentOf(correct: number, total: number): number {
  return total === 0 ? 0 : Math.round((correct * 1000) / total) / 10;
}
