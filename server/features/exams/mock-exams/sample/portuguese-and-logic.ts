import { logicQuestions } from './logic-questions.ts';
import { portugueseQuestions } from './portuguese-questions.ts';
import type { SampleQuiz } from './sample-question.ts';

export const portugueseAndLogic: SampleQuiz = {
  creationKey: '01938f3c-7c5a-7b3e-8f00-a10000000001',
  title: 'Simulado 1: Português e Raciocínio Lógico',
  description:
    'Doze questões no nível da prova de soldado: concordância, crase, regência, pontuação e lógica de proposições. Ao finalizar, cada alternativa traz um comentário.',
  timeLimit: 30,
  passingScore: 70,
  questions: [...portugueseQuestions, ...logicQuestions],
};
