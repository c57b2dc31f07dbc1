import type { ClaimTopic } from '#contract/school/claims.ts';
import { DAY_MS } from '#contract/time.ts';

export type ClaimFacts = { students: number; ratings: number; lastQuizAt: Date | null; now: Date };

const whole = new Intl.NumberFormat('pt-BR');
const counted = (count: number, none: string, one: string, many: string) =>
  count === 0 ? none : count === 1 ? `1 ${one}` : `${whole.format(count)} ${many}`;

/** What the product knows about a claim. Null: nothing. */
export function claimCheck(topic: ClaimTopic, { students, ratings, lastQuizAt, now }: ClaimFacts): string | null {
  switch (topic) {
    case 'students':
      return `No sistema: ${counted(students, 'nenhum aluno', 'aluno', 'alunos')}.`;
    case 'reviews':
      return `No sistema: ${counted(ratings, 'nenhuma avaliação', 'avaliação', 'avaliações')}.`;
    case 'weeklyMockExam': {
      if (!lastQuizAt) return 'No sistema: nenhum simulado publicado.';
      const days = Math.floor((now.getTime() - lastQuizAt.getTime()) / DAY_MS);
      return `No sistema: o último simulado ${days === 0 ? 'é de hoje' : `tem ${counted(days, '', 'dia', 'dias')}`}.`;
    }
    case 'approvalRate':
    case 'ranking':
      return 'Não há como conferir aqui.';
    case 'testimonial':
      return 'Sem a autorização escrita da pessoa, tire.';
    default:
      return null;
  }
}
