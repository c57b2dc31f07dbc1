/** One question of an attempt as it is graded. */
export type GradedQuestion = { selectedOptionId: number | null; rightOptionId: number; isAnnulled: boolean };

export type Grade = {
  totalQuestions: number;
  correctAnswers: number;
  /** 0 to 10. */
  score: number;
  passed: boolean;
};

/** An annulled question is right for everybody, answered or not. */
export const isRight = ({ selectedOptionId, rightOptionId, isAnnulled }: GradedQuestion) =>
  isAnnulled || selectedOptionId === rightOptionId;

/** The only place where an attempt gets its result. In whole numbers, so that no half is lost to rounding errors. */
export function grade(questions: readonly GradedQuestion[], passingScore: number): Grade {
  return resultOf(questions.filter(isRight).length, questions.length, passingScore);
}

/** The result of so many hits. */
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
 * Whether a pass would be none without so many of its hits: those on questions whose key the student had opened within
 * the day before. Questions that everybody has right are no help.
 */
export const leansOn = (helped: number, correct: number, total: number, passingScore: number): boolean =>
  resultOf(correct, total, passingScore).passed && !resultOf(correct - helped, total, passingScore).passed;
