import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportEntry, ImportPart, QuestionImport } from '#contract/questions/question-import.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ExamPage } from './exam-page.tsx';
import { partNames, partsOf } from './pieces.ts';
import { pageQuery } from './review.queries.ts';

type ReviewPageProps = {
  found: QuestionImport;
  entry: ImportEntry;
  line: number | null;
  isBusy: boolean;
  canJoin: boolean;
  onLine: (line: number | null) => void;
  onMove: (line: { line: number; page: number; length: number }, part: ImportPart | null) => void;
  onCut: (piece: number, before: 'question' | 'nothing') => void;
  onJoin: () => void;
};

/** The page that a question was read from, and what can be done with the selected line. */
export function ReviewPage(props: ReviewPageProps) {
  const { found, entry, line, isBusy, canJoin, onLine, onMove, onCut, onJoin } = props;
  const pieces = entry.pieces ?? [];
  const own = pieces.find(({ part }) => part !== 'base') ?? pieces[0];
  const [number, setNumber] = useState(own?.page ?? 1);
  const page = useQuery({ ...pageQuery(found.id, number), enabled: found.pageCount > 0 });
  if (found.pageCount === 0) {
    return <EmptyState title="Sem páginas" text="Só provas em PDF têm páginas para ver ao lado." />;
  }
  const selected = page.data?.lines.find((one) => one.line === line);
  const piece = pieces.findIndex((one) => one.line === line && one.part !== 'base');
  const current = pieces.find((one) => one.line === line)?.part;
  return (
    <section aria-label={`Página ${number} do PDF`} className="grid grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <span className="tabular-nums">
          Página {number} de {found.pageCount}
        </span>
        <span className="flex gap-2">
          <Button variant="line" size="sm" disabled={number <= 1} onClick={() => setNumber(number - 1)}>
            Anterior
          </Button>
          <Button variant="line" size="sm" disabled={number >= found.pageCount} onClick={() => setNumber(number + 1)}>
            Próxima
          </Button>
          <Button variant="line" size="sm" disabled={!canJoin || isBusy} onClick={onJoin}>
            Juntar a próxima questão
          </Button>
        </span>
      </div>
      {selected ? (
        <fieldset
          className="grid grid-cols-1 gap-2 rounded-control border border-line bg-surface p-3"
          disabled={isBusy}
        >
          <legend className="sr-only">O que fazer com a linha</legend>
          <p className="line-clamp-2 text-sm">“{selected.text}” é de:</p>
          <div className="flex flex-wrap gap-2">
            {partsOf(pieces).map((part) => (
              <Chip
                key={part}
                isPressed={current === part}
                onPress={() => onMove({ line: selected.line, page: number, length: selected.text.length }, part)}
              >
                {partNames[part]}
              </Chip>
            ))}
            <Chip
              isPressed={current === undefined}
              onPress={() => onMove({ line: selected.line, page: number, length: selected.text.length }, null)}
            >
              Nada
            </Chip>
          </div>
          {piece > 0 && (
            <div className="flex flex-wrap gap-2">
              <Button variant="quiet" size="sm" onClick={() => onCut(piece, 'question')}>
                Outra questão começa aqui
              </Button>
              <Button variant="quiet" size="sm" onClick={() => onCut(piece, 'nothing')}>
                Ler de novo daqui
              </Button>
            </div>
          )}
        </fieldset>
      ) : (
        <p className="text-ink-soft text-sm">Toque em uma linha da página para mudá-la de parte.</p>
      )}
      {page.isError && !page.data && <LoadError of={page} title="Não conseguimos mostrar a página" />}
      {page.isPending && <SkeletonGroup blocks={['h-96']} />}
      {page.data && (
        <>
          <div className="lg:hidden">
            <ExamPage page={page.data} pieces={pieces} selected={line} isCropped onSelect={onLine} />
          </div>
          <div className="max-lg:hidden">
            <ExamPage page={page.data} pieces={pieces} selected={line} isCropped={false} onSelect={onLine} />
          </div>
        </>
      )}
    </section>
  );
}
