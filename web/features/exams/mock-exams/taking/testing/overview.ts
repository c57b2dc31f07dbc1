import { plainConduct } from '#contract/exams/exam-conduct.ts';

/** A simulado of one question that nobody has taken yet, as its page reads it. */
export const overview = {
  id: 3,
  title: 'Simulado',
  description: '',
  timeLimit: null,
  passingScore: 70,
  questionCount: 1,
  subjects: [],
  best: null,
  withheldBy: null,
  attemptCount: 0,
  openAttempt: null,
  keyRule: null,
  rules: null,
  conduct: plainConduct,
  hasRanking: false,
  window: null,
  serverTime: new Date(Date.now() - 60_000).toISOString(),
};
