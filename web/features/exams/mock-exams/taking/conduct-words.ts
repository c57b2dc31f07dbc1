import type { ExamConduct } from '#contract/exams/exam-conduct.ts';
import { formatMinutes } from '#web/lib/format.ts';

/** The sentences that explain to a student, before the exam, how it is conducted. */
export function conductWords({ doubtMark, sheet, shuffleQuestions, countLeaving }: ExamConduct): string[] {
  return [
    ...(sheet
      ? [
          `No fim há um cartão-resposta, com mais ${formatMinutes(sheet.minutes)}: só vale o que você passar para ele.${
            sheet.mayCopy ? ' Dá para copiar do caderno.' : ''
          }`,
        ]
      : []),
    ...(doubtMark
      ? ["Marque 'Foi chute' quando não tiver certeza: não muda a nota, e o resultado mostra quanto custou."]
      : []),
    ...(shuffleQuestions ? ['A ordem das questões é diferente para cada aluno.'] : []),
    ...(countLeaving
      ? ['Contamos quantas vezes você sai desta página durante a prova. O professor vê o número; a nota não muda.']
      : []),
  ];
}
