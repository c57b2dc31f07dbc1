import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import type { ImportEntry, ImportPart, QuestionImport } from '#contract/questions/question-import.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { importQuery } from '../import.queries.ts';
import { joinPieces, moveLine, optionParts, sortEntries } from './pieces.ts';
import { reviewQuery, useAcceptEntry, useCutEntry, useLeaveOut, useSetPieces } from './review.queries.ts';
import { ReviewList } from './review-list.tsx';
import { ReviewPage } from './review-page.tsx';
import { ReviewQuestion } from './review-question.tsx';
import { useReviewKeys } from './use-review-keys.ts';

/** The questions of an exam in PDF beside the page that they were read from. Uncertain ones come first. */
export default function ReviewScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const found = useQuery({ ...importQuery(id), enabled: isAddress });
  const entries = useQuery({ ...reviewQuery(id), enabled: isAddress });
  const failed = [found, entries].find((query) => query.isError && !query.data);
  return (
    <Page>
      <BackTo href={paths.questionImport(id)}>Voltar à importação</BackTo>
      <PageHeader title="Conferir a prova" subtitle={found.data?.fileName} />
      {failed && (
        <ErrorState
          title="Não conseguimos abrir a prova"
          text={textOf(failed.error)}
          onRetry={() => void Promise.all([found.refetch(), entries.refetch()])}
          retrying={found.isFetching || entries.isFetching}
        />
      )}
      {!failed && found.data && entries.data && <Review found={found.data} entries={entries.data} />}
      {!failed && !(found.data && entries.data) && (
        <SkeletonGroup
          className="grid gap-4 lg:grid-cols-[14rem_minmax(0,1fr)_minmax(0,1fr)]"
          blocks={['h-40', 'h-96', 'h-96']}
        />
      )}
    </Page>
  );
}

function Review({ found, entries }: { found: QuestionImport; entries: ImportEntry[] }) {
  const { open, settled } = sortEntries(entries);
  const [position, setPosition] = useState(() => open[0]?.position ?? entries[0]?.position ?? 0);
  const [line, setLine] = useState<number | null>(null);
  const [right, setRight] = useState<number | null>(null);
  const entry = entries.find((one) => one.position === position);
  const accept = useAcceptEntry(found.id);
  const leaveOut = useLeaveOut(found.id);
  const setPieces = useSetPieces(found.id);
  const cut = useCutEntry(found.id);
  const isBusy = accept.isPending || leaveOut.isPending || setPieces.isPending || cut.isPending;

  const go = (to: number) => {
    setPosition(to);
    setLine(null);
    setRight(null);
  };
  /** Moves to the next or previous uncertain question; wraps around at the end. */
  const step = (by: 1 | -1) => {
    const others = open.filter((one) => one.position !== position);
    const next =
      by === 1
        ? (others.find((one) => one.position > position) ?? others[0])
        : (others.findLast((one) => one.position < position) ?? others.at(-1));
    if (next) go(next.position);
  };
  const onAccept = () => {
    if (!entry || isBusy || !entry.problem || (entry.isAnnulled && right === null)) return step(1);
    const letter = right === null ? null : (optionParts[right] ?? null);
    accept.mutate({ position, right: letter }, { onSuccess: () => step(1) });
  };
  const onLeaveOut = () => {
    if (!entry || isBusy) return;
    const isLeftOut = !entry.isLeftOut;
    leaveOut.mutate({ position, isLeftOut }, { onSuccess: () => isLeftOut && step(1) });
  };
  const next = entries.find((one) => one.position === position + 1);
  const canJoin = Boolean(entry?.pieces && next?.pieces?.some(({ part }) => part !== 'base'));
  const onJoin = () => {
    if (!entry?.pieces || !next?.pieces || !canJoin || isBusy) return;
    setPieces.mutate({ position, pieces: joinPieces(entry.pieces, next.pieces) });
  };
  const onRight = (letter: string) => {
    const place = (optionParts as readonly string[]).indexOf(letter);
    const options = (entry?.question ?? entry?.unfinished)?.options ?? [];
    // In an item C is right and E is wrong, as on an answer sheet.
    const isItem = options.length === 2 && entry?.pieces?.every(({ part }) => part === 'base' || part === 'statement');
    const chosen = isItem ? { C: 0, E: 1 }[letter] : place;
    if (chosen !== undefined && options[chosen]) setRight(chosen);
  };
  useReviewKeys({ onStep: step, onRight, onJoin, onLeaveOut, onAccept });

  const onMove = (target: { line: number; page: number; length: number }, part: ImportPart | null) => {
    const pieces = moveLine(entry?.pieces ?? [], target, part);
    if (pieces.length > 0) setPieces.mutate({ position, pieces }, { onSuccess: () => setLine(null) });
  };
  const onCut = (at: number, before: 'question' | 'nothing') =>
    cut.mutate({ position, piece: at, expected: entry?.pieces?.length ?? 1, before });

  // An annulled question comes only with the author's own key.
  const needsKey = entry?.isAnnulled === true && right === null;
  if (!entry) return <EmptyState title="Nenhuma questão aqui" text="Envie a prova de novo." />;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="tabular-nums">
          <b>
            {settled.length} de {entries.length}
          </b>{' '}
          {open.length === 0 ? 'conferidas' : `conferidas: ${plural(open.length, 'pede', 'pedem')} um olhar`}
        </p>
        <Progress
          className="w-full max-w-60"
          value={(settled.length / entries.length) * 100}
          label="Questões conferidas"
          valueText={`${settled.length} de ${entries.length}`}
        />
        {open.length === 0 && (
          <ButtonLink href={paths.questionImport(found.id)} variant="line" size="sm">
            Tudo conferido: voltar e importar
          </ButtonLink>
        )}
      </div>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[13rem_minmax(0,1.1fr)_minmax(0,1fr)]">
        <ReviewList open={open} settled={settled} position={position} onGo={go} />
        <ReviewPage
          key={position}
          found={found}
          entry={entry}
          line={line}
          isBusy={isBusy}
          canJoin={canJoin}
          onLine={setLine}
          onMove={onMove}
          onCut={onCut}
          onJoin={onJoin}
        />
        <ReviewQuestion importId={found.id} entry={entry} right={right} onRight={setRight} />
      </div>
      <ActionBar className="mt-6">
        <span className="mr-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm max-lg:hidden">
          <span>
            <Kbd>J</Kbd> <Kbd>K</Kbd> andar
          </span>
          <span>
            <Kbd>A</Kbd> a <Kbd>E</Kbd> gabarito
          </span>
          <span>
            <Kbd>I</Kbd> juntar
          </span>
          <span>
            <Kbd>X</Kbd> deixar de fora
          </span>
        </span>
        <Button variant="quiet" busy={leaveOut.isPending} onClick={onLeaveOut}>
          {entry.isLeftOut ? 'Trazer de volta' : 'Deixar de fora'}
        </Button>
        <Button variant="line" onClick={() => step(1)} disabled={open.length === 0}>
          Pular
        </Button>
        <Button busy={accept.isPending} disabled={!entry.problem || needsKey} onClick={onAccept}>
          {entry.isAnnulled && entry.problem ? 'Usar assim' : 'Está certa'} <ArrowRight />
        </Button>
      </ActionBar>
    </>
  );
}
