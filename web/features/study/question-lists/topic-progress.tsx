import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { percentOf } from '#contract/percent.ts';
import type { TopicProgress as Topic } from '#contract/study/question-lists.ts';
import { formatShare } from '#web/lib/format.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { topicsQuery } from './question-lists.queries.ts';

/** Progress and score by topic, fetched when it is opened. */
export function TopicProgress({ listId }: { listId: number }) {
  const [isOpen, setOpen] = useState(false);
  const topics = useQuery({ ...topicsQuery(listId), enabled: isOpen });
  return (
    <details
      className="group rounded-card border border-line bg-surface px-5"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 font-strong">
        Acerto por assunto
        <ChevronDown className="group-open:rotate-180" />
      </summary>
      {topics.isError && <LoadError of={topics} title="Não conseguimos contar os assuntos" headingLevel={3} />}
      {topics.isLoading && <SkeletonGroup className="pb-5" blocks={['h-24']} />}
      {topics.data && (
        <ul className="grid grid-cols-1 gap-4 pb-5">
          {topics.data.map((topic) => (
            <li key={`${topic.subject}-${topic.topicId}`} className="grid grid-cols-1 gap-1.5">
              <p className="flex flex-wrap justify-between gap-x-4 text-sm">
                <span className="wrap-anywhere">
                  {topic.topic ?? 'Sem assunto'}
                  {topic.subject && <span className="text-ink-soft"> {topic.subject}</span>}
                </span>
                <span className="tabular-nums">{topicWords(topic)}</span>
              </p>
              <Progress
                value={(topic.answered / topic.total) * 100}
                label={topic.topic ?? 'Sem assunto'}
                valueText={`${topic.answered} de ${topic.total}`}
              />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function topicWords({ answered, total, correct }: Topic): string {
  const done = `${answered} de ${total}`;
  if (answered === 0) return done;
  return `${done}, ${correct === null ? 'acerto depois do simulado' : `acerto ${formatShare(percentOf(correct, answered))}`}`;
}
