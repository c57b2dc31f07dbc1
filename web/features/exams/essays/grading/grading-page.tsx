import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { mostPoints, scoreEssay } from '#contract/exams/espelho.ts';
import { type Correction, type EssayMark, withKnownReasons } from '#contract/exams/essay-corrections.ts';
import { type ReadEssayAnswer, saveCorrection } from '#contract/exams/essay-grading.ts';
import { countParagraphs, endOfSheet, essayLines } from '#contract/exams/essay-lines.ts';
import { ExamDialog } from '#web/features/exams/mock-exams/taking/exam-dialog.tsx';
import { call, textOf } from '#web/lib/api.ts';
import { formatDateTime, formatPoints, plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { paths } from '#web/lib/paths.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { essayCode } from '../essay-words.ts';
import { useAutosave } from '../writing/use-autosave.ts';
import { CloseButton } from './close-button.tsx';
import { CriteriaPanel } from './criteria-panel.tsx';
import { fetchEssayToRead, preloadEssay, queueQuery, useRelease, useReturn } from './grading.queries.ts';
import { correctionLines, SaveState, sendLabel } from './grading-state.tsx';
import { MarkFields } from './mark-fields.tsx';
import { MarkedSheet } from './marked-sheet.tsx';
import { changedMark, steppedPoints, withMark, withoutMark } from './marks.ts';
import { PhotoSheet } from './photo-sheet.tsx';
import { QueueList } from './queue-list.tsx';
import { ReviewPanel } from './review-panel.tsx';
import type { Selection } from './text-selection.ts';
import { useGradingKeys } from './use-grading-keys.ts';

const SAVE_EVERY_MS = 1500;

type GradingPageProps = { essay: ReadEssayAnswer; isLeased: boolean; leaseError: string | null };

/** One reader, one essay: text with marks, espelho, and the way to the next, all by keyboard. */
export function GradingPage({ essay, isLeased, leaseError }: GradingPageProps) {
  const [, navigate] = useLocation();
  const { id, theme, text } = essay;
  const editing = useEditing<Correction>({
    name: `essay-reading:${id}`,
    stored: { value: essay.correction, revision: essay.revision, savedAt: null },
    send: async (value, revision) => {
      // A draft that this device kept may name a reason that the espelho lost since.
      const correction = withKnownReasons(theme.espelho, value);
      const body = { correction, revision: revision ?? essay.revision };
      const saved = await call(saveCorrection, { params: { id }, body });
      return { value: correction, revision: saved.revision, savedAt: null };
    },
    reload: async () => {
      const now = await fetchEssayToRead(id);
      return { value: now.correction, revision: now.revision, savedAt: null };
    },
    ...(isLeased ? {} : { adopt: null }),
  });
  const { isFailing } = useAutosave(editing, { everyMs: SAVE_EVERY_MS });
  const correction = withKnownReasons(theme.espelho, editing.value);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [criterionKey, setCriterionKey] = useState<string | null>(theme.espelho.criteria[0]?.key ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const give = useReturn(id);
  const release = useRelease(id);
  const panel = useRef<HTMLDivElement>(null);

  const waiting = useInfiniteQuery(queueQuery('waiting')).data?.pages.flatMap(({ items }) => items) ?? [];
  const next = waiting.find((row) => row.id !== id && (row.lease === null || row.lease.isMine))?.id;
  useEffect(() => {
    if (next !== undefined) void preloadEssay(next);
  }, [next]);

  const isReturned = essay.state === 'returned';
  const isDone = isReturned || essay.isFinished;
  const isEditable = isLeased && !isDone && !isSending && !give.isPending;
  const lines = essayLines(text, theme.lineWidth);
  const end = endOfSheet(text, lines, theme.maxLines);
  const pages = essay.pages ?? [];
  const isPhoto = pages.length > 0;
  const onSheet = Math.min(theme.maxLines, isPhoto ? (correction.lines ?? essay.lines ?? 0) : lines.length);
  // Once returned the stored one: the correction of several readers does not give the mean of their scores.
  const result = essay.result ?? scoreEssay(theme.espelho, { ...correction, lines: onSheet, minLines: theme.minLines });
  // An essay has not failed before every criterion has its points.
  const isJudged = isDone || theme.espelho.criteria.every(({ key }) => correction.points[key] !== undefined);
  const active = correction.marks.find((mark) => mark.id === activeId);

  const focusIn = (selector: string) =>
    requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>(selector)?.focus());
  const mark = (selected: Selection | null) => {
    if (!selected || !isEditable) return;
    const made = newKey();
    editing.change((now) => withMark(now, selected, { id: made, criterionKey }));
    setActiveId(made);
    setSelection(null);
    focusIn('[data-comment]');
  };
  const changeMark = (wish: Partial<EssayMark>) => {
    if (!activeId || !isEditable) return;
    editing.change((now) => changedMark(now, activeId, wish));
    if (wish.criterionKey !== undefined) setCriterionKey(wish.criterionKey);
  };
  const removeMark = () => {
    if (!activeId || !isEditable) return;
    editing.change((now) => withoutMark(now, activeId));
    setActiveId(null);
  };
  const leave = async () => {
    if (editing.isDirty && !editing.conflict && isLeased) await editing.save();
    navigate(paths.teacherEssays);
  };
  /** The next reader continues with the draft: it is saved before the lease ends. */
  const letGo = async () => {
    if (editing.isDirty && !editing.conflict) await editing.save();
    release.mutate(undefined, { onSuccess: () => navigate(paths.teacherEssays) });
  };
  const giveBack = async () => {
    if (!isEditable || editing.conflict) return;
    setProblem(null);
    if (editing.isDirty) {
      // What is returned is what was saved: meanwhile the correction does not change.
      setSending(true);
      const saved = await editing.save().finally(() => setSending(false));
      if (saved !== 'saved') return setProblem('Não conseguimos salvar. Tente de novo.');
    }
    give.mutate(
      { correction, revision: editing.base.revision ?? essay.revision },
      {
        onSuccess: ({ result: stored }) => {
          toast(
            stored
              ? { title: `${essayCode(id)} devolvida`, description: `Nota ${formatPoints(stored.score)}` }
              : {
                  title: `Leitura da ${essayCode(id)} concluída`,
                  description: 'A redação volta quando as outras terminarem.',
                },
          );
          navigate(next === undefined ? paths.teacherEssays : paths.teacherEssay(next));
        },
        onError: (error) => setProblem(textOf(error)),
      },
    );
  };

  const sheet = {
    marks: correction.marks,
    activeId,
    selection,
    isEditable,
    onSelect: setSelection,
    onChoose: setActiveId,
    onMark: mark,
  };

  useGradingKeys({
    marks: correction.marks,
    active,
    onActivate: setActiveId,
    onMark: () => mark(selection),
    onFind: () => focusIn('[data-find]'),
    onComment: () => focusIn('[data-comment]'),
    onCriterion: (position) => {
      const criterion = theme.espelho.criteria[position];
      if (!criterion) return;
      if (active) changeMark({ criterionKey: criterion.key });
      else focusIn(`[data-points="${criterion.key}"]`);
    },
    onStep: (step) => active && changeMark({ points: steppedPoints(active.points, step) }),
    onPraise: () => active && changeMark({ isPraise: !active.isPraise }),
    onRemove: removeMark,
    onReturn: () => void giveBack(),
  });

  return (
    <ExamDialog
      open
      onOpenChange={(isOpen) => !isOpen && void leave()}
      title={`Redação ${essayCode(id)}: ${theme.title}`}
      firstFocus={() => panel.current?.querySelector<HTMLElement>('[data-sheet]') ?? null}
      timer={<span className="text-sm">até {formatDateTime(essay.dueAt)}</span>}
      state={<SaveState editing={editing} isFailing={isFailing} />}
      actions={
        <>
          {isLeased && (
            <Button variant="night" busy={release.isPending} busyLabel="Soltando..." onClick={() => void letGo()}>
              Soltar
            </Button>
          )}
          <Button
            variant="night"
            size="icon"
            className="border-transparent"
            aria-label="Sair e guardar"
            onClick={() => void leave()}
          >
            <X />
          </Button>
        </>
      }
      footer={
        <>
          <p className="md:mr-auto">
            Nota <b className="text-xl tabular-nums">{formatPoints(result.score)}</b> de{' '}
            {formatPoints(mostPoints(theme.espelho))}
            {isJudged && result.isPassed === false && <span className="text-bad"> · abaixo do mínimo</span>}
          </p>
          <span className="text-ink-soft text-sm max-md:hidden">
            <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
          </span>
          <Button
            variant="next"
            disabled={!isEditable || editing.conflict !== null}
            busy={isSending || give.isPending}
            busyLabel={essay.isBlind ? 'Concluindo...' : 'Devolvendo...'}
            onClick={() => void giveBack()}
          >
            {sendLabel(essay, next !== undefined)} <ArrowRight />
          </Button>
        </>
      }
    >
      <div
        ref={panel}
        className="grid min-h-0 grow grid-cols-1 content-start max-lg:overflow-y-auto lg:grid-cols-[12rem_minmax(0,1fr)_22rem] lg:content-stretch short:block"
      >
        <QueueList rows={waiting} currentId={id} />
        <div className="overscroll-contain p-4 md:p-6 lg:min-h-0 lg:overflow-y-auto">
          {leaseError && (
            <Notice tone="sun" className="mb-4" title="Você só pode ler">
              {leaseError}
            </Notice>
          )}
          {essay.isBlind && !isReturned && (
            <Notice
              tone="info"
              className="mb-4"
              title={essay.isFinished ? 'Sua leitura está concluída' : 'Leitura às cegas'}
            >
              {essay.isFinished
                ? 'A redação espera a outra leitura. O aluno recebe a nota quando todas terminarem.'
                : 'Outra pessoa também lê esta redação. Você não vê o que ela deu, e ela não vê o seu.'}
            </Notice>
          )}
          {essay.mayClose && <CloseButton id={id} />}
          {problem && (
            <Notice tone="bad" role="alert" className="mb-4" title="A redação continua aqui">
              {problem}
            </Notice>
          )}
          {editing.conflict && (
            <ConflictNotice
              className="mb-4"
              editing={editing}
              title="Esta correção foi salva em outra aba"
              linesOf={correctionLines}
              onSave={() => void editing.save()}
            />
          )}
          <p className="mb-3 text-ink-soft text-sm">
            {plural(onSheet, 'linha', 'linhas')},{' '}
            {isPhoto
              ? plural(pages.length, 'página', 'páginas')
              : plural(countParagraphs(lines), 'parágrafo', 'parágrafos')}
            {essay.minutes !== null && `, ${essay.minutes} min`}
            {essay.number > 1 && `, versão ${essay.number}`}
          </p>
          {isPhoto ? (
            <PhotoSheet pages={pages} {...sheet} />
          ) : (
            <MarkedSheet text={text} end={end} lines={lines} theme={theme} {...sheet} />
          )}
        </div>
        <div className="grid grid-cols-1 content-start gap-6 overscroll-contain border-line bg-surface p-4 max-lg:border-t lg:min-h-0 lg:overflow-y-auto lg:border-l">
          {active && (
            <MarkFields
              key={active.id}
              mark={active}
              criteria={theme.espelho.criteria}
              isEditable={isEditable}
              onChange={changeMark}
              onRemove={removeMark}
              onDone={() => focusIn('[data-sheet]')}
            />
          )}
          {essay.review && <ReviewPanel essay={essay} review={essay.review} />}
          {!essay.mayDecide && (
            <CriteriaPanel
              theme={theme}
              correction={correction}
              countedLines={isPhoto ? (essay.lines ?? 0) : null}
              isEditable={isEditable}
              onChange={(wish) => isEditable && editing.change(wish)}
            />
          )}
        </div>
      </div>
    </ExamDialog>
  );
}
