import type { Attempt } from '#contract/exams/mock-exams.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { toast } from '#web/ui/toast.ts';
import { resultOf, withheldText } from '../results.ts';

/** The catalogue's toast at the end of an attempt. */
export function toastConcluded(result: Attempt, tooLate: number, resultsAt?: string | null): void {
  const late = plural(tooLate, 'resposta chegou', 'respostas chegaram');
  const shown = resultOf(result);
  toast({
    title: 'Simulado concluído!',
    description:
      (resultsAt
        ? `O resultado sai ${formatDateTime(resultsAt)}.`
        : shown
          ? `Nota ${shown.score}/10: ${shown.correctAnswers} de ${result.totalQuestions} acertos.`
          : `${withheldText(result.withheldBy)}.`) + (tooLate > 0 ? ` ${late} depois do fim e não contam.` : ''),
  });
}
