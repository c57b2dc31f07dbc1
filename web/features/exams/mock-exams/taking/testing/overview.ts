import { plainConduct } from '#contract/exams/exam-conduct.ts';

/** The overview of a simulado with one question and no attempts, as the quiz page reads it. */
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
