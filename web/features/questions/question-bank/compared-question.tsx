import { Link } from 'wouter';
import type { ComparedQuestion as Compared } from '#contract/questions/question-pairs.ts';
import { sourceOf } from '#web/features/questions/questions/bank-words.ts';
import { QuestionReading } from '#web/features/questions/questions/question-reading.tsx';
import { formatDate, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

/** A question of the bank in a comparison. */
export function ComparedQuestion({ question }: { question: Compared }) {
  const labels = [question.subject ?? 'Sem matéria', question.topic, sourceOf(question)].filter(Boolean).join(' · ');
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-3">
      <h3 className="text-base">
        <Link href={paths.bankQuestion(question.id)} className="link tappable">
          Questão {question.id}
        </Link>
      </h3>
      <QuestionReading question={question} />
      <p className="text-ink-soft text-sm">
        {labels}.{' '}
        {question.quizCount > 0 ? `Em ${plural(question.quizCount, 'simulado', 'simulados')}` : 'Em nenhum simulado'},
        alterada em {formatDate(question.updatedAt)}.
      </p>
    </div>
  );
}
