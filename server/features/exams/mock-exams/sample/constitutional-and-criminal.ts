import { constitutionalQuestions } from './constitutional-questions.ts';
import { criminalQuestions } from './criminal-questions.ts';
import type { SampleQuiz } from './sample-question.ts';

export const constitutionalAndCriminal: SampleQuiz = {
  creationKey: '01938f3c-7c5a-7b3e-8f00-a10000000002',
  title: 'Simulado 2: Direito Constitucional e Direito Penal',
  description:
    'Doze questões sobre segurança pública, direitos fundamentais, militares dos Estados e teoria do crime. Cada resposta é comentada com o artigo que a fundamenta.',
  timeLimit: 40,
  passingScore: 70,
  questions: [...constitutionalQuestions, ...criminalQuestions],
};
