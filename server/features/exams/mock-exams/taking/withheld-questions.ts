/** By question, the quizzes that keep it for themselves until they were taken. */
export type KeptQuestions = ReadonlyMap<number, readonly number[]>;

/** What decides for one student, besides the quizzes of the school. */
export type OwnWithheld = {
  /** Quizzes that the student has taken. */
  takenQuizzes: readonly number[];
  /** Questions of open attempts and windows. */
  underWay: readonly number[];
  /** Questions of courses that the student has not bought. */
  notBought: readonly number[];
};

/** The questions that practice does not give a student now. */
export type Withheld = {
  has(questionId: number): boolean;
  /** Those that become available after a quiz. */
  isWaiting(questionId: number): boolean;
  list(): number[];
};

export function withheldFrom(kept: KeptQuestions, own: OwnWithheld): Withheld {
  const taken = new Set(own.takenQuizzes);
  const underWay = new Set(own.underWay);
  const notBought = new Set(own.notBought);
  const isKept = (id: number) => kept.get(id)?.some((quizId) => !taken.has(quizId)) ?? false;
  const isWaiting = (id: number) => underWay.has(id) || isKept(id);
  return {
    isWaiting,
    has: (id) => isWaiting(id) || notBought.has(id),
    list: () => [...new Set([...[...kept.keys()].filter(isKept), ...underWay, ...notBought])],
  };
}
