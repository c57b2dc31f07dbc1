import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { optionLabelOf } from '#contract/questions/question-kind.ts';
import { LinkedQuestion } from '#web/features/content/laws/links/linked-question.tsx';
import { formatShare, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { difficultyNames, kindNames, sourceOf } from './bank-words.ts';
import { QuestionReading } from './question-reading.tsx';
import { answersQuery, bankQuestionQuery } from './questions.queries.ts';
import { StatusBadge } from './status-badge.tsx';

type QuestionPaneProps = {
  id: number;
  /** Beside its number, instead of the link to the question. */
  action?: ReactNode;
};

/** The question of the current row: alternatives, key, comments, use and answers, without opening it. */
export function QuestionPane({ id, action }: QuestionPaneProps) {
  const question = useQuery(bankQuestionQuery(id));
  const answers = useQuery(answersQuery(id)).data;
  const about = question.data;
  if (question.isError && !about) {
    return <LoadError of={question} title="Não conseguimos abrir a questão" headingLevel={2} />;
  }
  if (!about) return <SkeletonGroup blocks={['h-80']} />;
  const shares = answers && answers.total > 0 ? new Map(answers.options.map((one) => [one.id, one.count])) : null;
  const right = about.options.find(({ isCorrect }) => isCorrect);
  const labels = [about.subject, about.topic, sourceOf(about), about.difficulty && difficultyNames[about.difficulty]];
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-md">Questão {about.id}</h2>
        {action ?? (
          <ButtonLink href={paths.bankQuestion(about.id)} variant="line" size="sm">
            <Pencil /> {about.mayEdit ? 'Editar' : 'Abrir'}
          </ButtonLink>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
        <StatusBadge status={about.status} /> {[kindNames[about.kind], ...labels].filter(Boolean).join(' · ')}
      </p>
      {about.tags.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {about.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      )}
      {about.statusReason && <p className="text-sm">{about.statusReason}</p>}
      <LinkedQuestion questionId={id} isAnswered>
        <QuestionReading question={about} />
      </LinkedQuestion>
      {shares && answers && (
        <dl className="grid grid-cols-1 gap-1 text-sm">
          <div className="flex justify-between gap-3">
            <dt className="text-ink-soft">Respostas em treinos</dt>
            <dd className="tabular-nums">{answers.total}</dd>
          </div>
          <div className="flex justify-between gap-3">
            <dt className="text-ink-soft">Acertos</dt>
            <dd className="tabular-nums">{formatShare(shareOf(shares.get(right?.id ?? 0), answers.total))}</dd>
          </div>
          {about.options.map((option, place) => (
            <div key={option.id} className="flex justify-between gap-3">
              <dt className="text-ink-soft">Marcaram {optionLabelOf(place, about.kind)}</dt>
              <dd className="tabular-nums">{formatShare(shareOf(shares.get(option.id), answers.total))}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-ink-soft text-sm">
        {about.quizzes.length > 0
          ? `Em ${plural(about.quizzes.length, 'simulado', 'simulados')}: ${about.quizzes.map(({ title }) => title).join(', ')}.`
          : 'Em nenhum simulado.'}
        {about.versionCount > 1 && ` ${plural(about.versionCount, 'versão', 'versões')}.`}
      </p>
    </div>
  );
}

const shareOf = (count: number | undefined, total: number) => Math.round((1000 * (count ?? 0)) / total) / 10;
