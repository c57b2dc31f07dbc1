import { historyQuestions } from './history-questions.ts';
import type { SampleQuiz } from './sample-question.ts';

export const brazilianHistory: SampleQuiz = {
  creationKey: '01938f3c-7c5a-7b3e-8f00-a10000000003',
  title: 'Simulado 3: História do Brasil',
  description:
    'Dez questões da Abolição à Constituição de 1988, com a data e o fato que a banca costuma trocar. Cada alternativa traz o seu comentário.',
  timeLimit: 25,
  passingScore: 70,
  questions: historyQuestions,
};
