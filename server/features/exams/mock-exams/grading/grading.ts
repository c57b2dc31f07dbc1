/** One question of an attempt as it is graded. */
export type GradedQuestion = { selectedOptionId: number | null; rightOptionId: number; isAnnulled: boolean };

export type Grade = {
  totalQuestions: number;
  correctAnswers: number;
  /** 0 to 10. */
  score: number;
  passed: boolean;
};

/** An annulled question counts as right for every student, answered or not. */
export const isRight = ({ selectedOptionId, rightOptionId, isAnnulled }: GradedQuestion) =>
  isAnnulled || selectedOptionId === rightOptionId;

/** The only place where an attempt gets its result. In whole numbers, so that no half is lost to rounding errors. */
export function grade(questions: readonly GradedQuestion[], passingScore: number): Grade {
  return resultOf(questions.filter(isRight).length, questions.length, passingScore);
}

/** The grade for a number of correct answers. */
export function resultOf(correct: number, total: number, passingScore: number): Grade {
  if (total === 0) return { totalQuestions: 0, correctAnswers: 0, score: 0, passed: false };
  return {
    totalQuestions: total,
    correctAnswers: correct,
    score: Math.floor((20 * correct + total) / (2 * total)),
    passed: correct * 100 >= passingScore * total,
  };
}

/**
 * Whether the pass depends on `helped` hits: those on questions whose key the student had opened within the day
 * before. Annulled questions, which count as correct for everyone, are not among them.
 */
export const leansOn = (helped: number, correct: number, total: number, passingScore: number): boolean =>
  resultOf(correct, total, passingScore).passed && !resultOf(correct - helped, total, passingScore).passed;
