import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportEntry } from '#contract/questions/question-import.ts';
import { difficultyNames, sourceOf, statusNames } from '#web/features/questions/questions/bank-words.ts';
import { QuestionReading } from '#web/features/questions/questions/question-reading.tsx';
import { formatShare } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ComparedQuestion } from './compared-question.tsx';
import { CorrectEntry } from './correct-entry.tsx';
import { type EntryFilter, entriesQuery, useDecideEntry } from './import.queries.ts';

/** The questions of a file as they will be stored, with the line of each. */
export function ImportEntries({ importId, only }: { importId: number; only: EntryFilter }) {
  const list = useInfiniteQuery(entriesQuery(importId, only));
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const [corrected, setCorrected] = useState<ImportEntry | null>(null);
  if (list.isPending) return <SkeletonGroup className="grid gap-4" blocks={['h-40', 'h-40']} />;
  if (list.isError && !list.data) return <LoadError of={list} title="Não conseguimos mostrar as questões" />;
  if (entries.length === 0) return <EmptyState title="Nenhuma questão aqui" />;
  return (
    <>
      <ol className="grid grid-cols-1 gap-4">
        {entries.map((entry) => (
          <li
            key={entry.position}
            className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 md:p-5"
          >
            {entry.alike ? (
              <Alike importId={importId} entry={entry} alike={entry.alike} />
            ) : (
              <Entry entry={entry} onCorrect={() => setCorrected(entry)} />
            )}
          </li>
        ))}
      </ol>
      <ShowMore pages={list} place="below" />
      {corrected && <CorrectEntry importId={importId} entry={corrected} onClose={() => setCorrected(null)} />}
    </>
  );
}

const verdicts = [
  ['same', 'Mesma: fica de fora'],
  ['variation', 'Variação: entra'],
  ['different', 'Diferente: entra'],
] as const;

type AlikeProps = { importId: number; entry: ImportEntry; alike: NonNullable<ImportEntry['alike']> };

/** An entry beside the similar question of the bank, to compare them. */
function Alike({ importId, entry, alike }: AlikeProps) {
  const decide = useDecideEntry(importId);
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft text-sm">
        {formatShare(Math.round(alike.likeness * 1000) / 10)} das palavras em comum com uma questão do banco
      </p>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 content-start gap-3">
          <Entry entry={entry} />
        </div>
        <ComparedQuestion question={alike.question} />
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">O que são as duas</legend>
        {verdicts.map(([verdict, label]) => (
          <Chip
            key={verdict}
            isPressed={entry.verdict === verdict}
            onPress={() => decide.mutate({ position: entry.position, verdict })}
          >
            {label}
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}

function Entry({ entry, onCorrect }: { entry: ImportEntry; onCorrect?: () => void }) {
  const { problem, duplicate } = entry;
  const isAnnulled = entry.isAnnulled === true && !entry.isLeftOut;
  const question = entry.question ?? entry.unfinished;
  const labels = question && [
    question.subject,
    question.topic,
    sourceOf(question),
    question.difficulty && difficultyNames[question.difficulty],
    question.status !== 'active' && statusNames[question.status],
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base">Linha {entry.line}</h3>
        {problem && <Badge tone={isAnnulled ? 'plain' : 'bad'}>{isAnnulled ? 'Anulada' : 'Fica de fora'}</Badge>}
        {duplicate && <Badge>{duplicate === 'bank' ? 'Já está no banco' : 'Repetida no arquivo'}</Badge>}
        {!problem && !duplicate && <Badge tone="ok">Pronta</Badge>}
      </div>
      {problem && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className={isAnnulled ? 'text-ink-soft' : 'text-bad'}>{problem}</p>
          <Button variant="line" size="sm" onClick={onCorrect}>
            {isAnnulled ? 'Marcar a certa' : 'Corrigir aqui'}
            <span className="sr-only">: linha {entry.line}</span>
          </Button>
        </div>
      )}
      {question ? (
        <QuestionReading question={question} />
      ) : (
        <p className="break-words text-ink-soft">{entry.excerpt}</p>
      )}
      {labels && <p className="text-ink-soft text-sm">{labels.filter(Boolean).join(' · ') || 'Sem classificação'}</p>}
    </>
  );
}
