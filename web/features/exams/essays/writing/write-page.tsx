import { ArrowRight, BookOpenText, CloudCheck, CloudUpload, WifiOff, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { essayLines } from '#contract/exams/essay-lines.ts';
import { type Essay, saveEssay } from '#contract/exams/essays.ts';
import { createAttemptClock } from '#web/features/exams/mock-exams/taking/attempt-clock.ts';
import { Countdown } from '#web/features/exams/mock-exams/taking/countdown.tsx';
import { ExamDialog } from '#web/features/exams/mock-exams/taking/exam-dialog.tsx';
import { call } from '#web/lib/api.ts';
import { formatTime, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { type EditingHandle, useEditing } from '#web/lib/use-editing.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast.ts';
import { useOnline } from '#web/ui/use-online.ts';
import type { EssayBreakProps } from './essay-break.tsx';
import type { EssayConflictProps } from './essay-conflict.tsx';
import { SheetEditor } from './sheet-editor.tsx';
import type { SheetTextsProps } from './sheet-texts.tsx';
import { useAutosave } from './use-autosave.ts';
import { followBreak, useEssayBreak } from './use-essay-break.ts';
import { essayQuery, fetchEssay, useDeliverEssay } from './writing.queries.ts';

const loadConflict = () => import('./essay-conflict.tsx');
const EssayConflict = lazyChunk<EssayConflictProps>(loadConflict);
const loadBreak = () => import('./essay-break.tsx');
const EssayBreak = lazyChunk<EssayBreakProps>(loadBreak);
const SheetTexts = lazyChunk<SheetTextsProps>(() => import('./sheet-texts.tsx'));

const SAVE_EVERY_MS = 3000;

type Written = { text: string };

const snapshotOf = ({ text, revision, savedAt }: Pick<Essay, 'text' | 'revision' | 'savedAt'>) => ({
  value: { text },
  revision,
  savedAt,
});

export type WritePageProps = { essay: Essay };

/** The page during writing, as in the exam: only the theme, the text, its lines and the clock. */
export default function WritePage({ essay }: WritePageProps) {
  const [, navigate] = useLocation();
  const isOnline = useOnline();
  const { id, theme, themeId, deadlineAt, aids } = essay;
  const [clock] = useState(() => {
    const made = createAttemptClock();
    made.sync(essay.serverTime, 0);
    return made;
  });
  const pause = useEssayBreak(essay, clock);
  const editing = useEditing<Written>({
    name: `essay:${id}`,
    stored: snapshotOf(essay),
    send: async ({ text }, revision) => {
      const body = { text, revision: revision ?? essay.revision };
      const saved = await call(saveEssay, { params: { id }, body }).catch(async (error: unknown) => {
        await followBreak(id, error);
        throw error;
      });
      queryClient.setQueryData(essayQuery(id).queryKey, (before) => before && { ...before, ...saved, text });
      return snapshotOf({ ...saved, text });
    },
    reload: async () => snapshotOf(await fetchEssay(id)),
  });
  const { isFailing } = useAutosave(editing, { everyMs: SAVE_EVERY_MS, isPaused: pause.pausedUntil !== null });
  const deliver = useDeliverEssay(id);
  const [isAsking, setAsking] = useState(false);
  // After the sheet: a network that is lost later takes nothing away. A failure is shown where the part is rendered.
  const hasAids = aids !== undefined;
  useEffect(() => {
    const loads = hasAids ? [loadConflict(), loadBreak()] : [loadConflict()];
    void Promise.allSettled(loads);
  }, [hasAids]);
  const [hasFailed, setFailed] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isThemeOpen, setThemeOpen] = useState(false);
  const [spelling, setSpelling] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text } = editing.value;
  const lines = essayLines(text, theme.lineWidth).length;

  /** Leaving always saves; without a network the text stays in this browser. */
  const leave = async () => {
    if (editing.isDirty && !editing.conflict && isOnline && !pause.pausedUntil) await editing.save();
    navigate(paths.essayTheme(themeId));
  };
  const send = async () => {
    setAsking(false);
    setFailed(false);
    // From here on nothing is typed: it would not be part of the delivery.
    setSending(true);
    try {
      // The delivery carries a text that is saved: a save that is under way is waited for.
      if (editing.isDirty && (await editing.save()) !== 'saved') return setFailed(true);
      await deliver.mutateAsync({ text, revision: editing.base.revision ?? essay.revision });
    } catch {
      setFailed(true);
    } finally {
      setSending(false);
    }
  };
  /** The clock stops only over a saved text: during the break none is taken. */
  const stopClock = async () => {
    if (editing.isDirty && (await editing.save()) !== 'saved') {
      return toast({ title: 'O relógio não mudou', description: 'O texto ainda não foi salvo.', tone: 'bad' });
    }
    pause.begin();
  };
  const state = <SaveState editing={editing} isFailing={isFailing || !isOnline} />;

  if (pause.pausedUntil) {
    return (
      <Suspense>
        <EssayBreak
          open
          onOpenChange={(isOpen) => !isOpen && void leave()}
          title={theme.title}
          work="redação"
          state={state}
          pausedUntil={pause.pausedUntil}
          clock={clock}
          busy={pause.isSending}
          onOver={pause.over}
          onEnd={pause.end}
        />
      </Suspense>
    );
  }
  return (
    <>
      <ExamDialog
        open
        onOpenChange={(isOpen) => !isOpen && void leave()}
        title={theme.title}
        firstFocus={() => field.current}
        timer={deadlineAt && <Countdown deadlineAt={deadlineAt} clock={clock} onZero={() => undefined} />}
        state={state}
        actions={
          <>
            <Button
              variant="night"
              className="lg:hidden"
              aria-expanded={isThemeOpen}
              onClick={() => setThemeOpen(!isThemeOpen)}
            >
              <BookOpenText /> {isThemeOpen ? 'Folha' : 'Tema'}
            </Button>
            <Button variant="night" className="max-md:hidden" onClick={() => void leave()}>
              Sair e guardar
            </Button>
            <Button
              variant="night"
              size="icon"
              className="border-transparent md:hidden"
              aria-label="Sair e guardar"
              onClick={() => void leave()}
            >
              <X />
            </Button>
          </>
        }
        footer={
          <>
            <p className="tabular-nums md:mr-auto">
              <b className="text-lg">{Math.min(lines, theme.maxLines)}</b> de{' '}
              {plural(theme.maxLines, 'linha', 'linhas')}
              {lines > theme.maxLines && (
                <span className="text-bad"> · {plural(lines - theme.maxLines, 'linha', 'linhas')} fora da folha</span>
              )}
              <span className="text-ink-soft text-sm max-md:hidden"> · mínimo {theme.minLines}</span>
            </p>
            <Button
              disabled={!isOnline || editing.conflict !== null}
              busy={isSending || editing.isSaving}
              busyLabel={deliver.isPending ? 'Entregando...' : 'Salvando...'}
              onClick={() => setAsking(true)}
            >
              {isOnline ? 'Entregar' : 'Entregar: espera a conexão'} <ArrowRight />
            </Button>
          </>
        }
      >
        {aids && (
          <div className="shrink-0 pb-4 empty:hidden">
            <Suspense>
              <EssayBreak aids={aids} busy={pause.isSending} onBegin={() => void stopClock()} />
            </Suspense>
          </div>
        )}
        <div
          className={cx(
            'grid min-h-0 grow grid-cols-1 lg:grid-cols-[24rem_minmax(0,1fr)] short:block',
            aids?.largePrint && '[zoom:1.3]',
          )}
        >
          <section
            aria-label="Tema"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long theme scrolls in itself, by keyboard too
            tabIndex={0}
            className={cx(
              'min-h-0 overflow-y-auto overscroll-contain border-line bg-surface p-5 lg:border-r short:overflow-visible',
              !isThemeOpen && 'max-lg:hidden',
            )}
          >
            <h2 className="mb-3 text-md">{theme.title}</h2>
            <PlainText text={theme.command} className="mb-5 text-sm" />
            <Suspense fallback={<Skeleton className="h-40" />}>
              <SheetTexts texts={theme.texts} />
            </Suspense>
            <Switch
              className="mt-6"
              label="Corretor do navegador"
              help="Na prova não há. Desligado, você treina como lá."
              checked={spelling}
              onChange={({ target }) => setSpelling(target.checked)}
            />
          </section>
          <div
            className={cx(
              'min-h-0 overflow-y-auto overscroll-contain p-4 md:p-6 short:overflow-visible',
              isThemeOpen && 'max-lg:hidden',
            )}
          >
            <div className="mx-auto w-fit max-w-full max-md:w-full">
              {editing.conflict && (
                <Suspense>
                  <EssayConflict editing={editing} />
                </Suspense>
              )}
              {hasFailed && (
                <Notice tone="bad" role="alert" className="mb-4" title="Não conseguimos entregar">
                  O texto continua aqui: tente de novo.{' '}
                  {deliver.error && 'text' in deliver.error ? String(deliver.error.text) : ''}
                </Notice>
              )}
              <SheetEditor
                key={editing.life}
                ref={field}
                text={text}
                lineWidth={theme.lineWidth}
                maxLines={theme.maxLines}
                spelling={spelling}
                isReadOnly={isSending}
                onChange={(next) => editing.change({ text: next })}
                onBlur={() => editing.isDirty && !editing.conflict && isOnline && void editing.save()}
              />
            </div>
          </div>
        </div>
      </ExamDialog>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Entregar a redação?"
        text={<DeliveryWords lines={lines} theme={theme} />}
        confirmLabel="Entregar"
        cancelLabel="Continuar escrevendo"
        onConfirm={() => void send()}
      />
    </>
  );
}

function DeliveryWords({ lines, theme }: { lines: number; theme: Essay['theme'] }) {
  const { minLines, maxLines, returnHours } = theme;
  return (
    <>
      <p>
        São {plural(Math.min(lines, maxLines), 'linha', 'linhas')} na folha. Depois da entrega o texto não muda mais, e
        a correção volta em até {plural(returnHours, 'hora', 'horas')}, com aviso.
      </p>
      {lines < minLines && (
        <p className="mt-2">O mínimo é de {plural(minLines, 'linha', 'linhas')}: a nota pode zerar.</p>
      )}
      {lines > maxLines && (
        <p className="mt-2">{plural(lines - maxLines, 'linha passa', 'linhas passam')} da folha e não será lida.</p>
      )}
    </>
  );
}

const stateLine =
  'flex min-w-0 items-center gap-1.5 text-on-night-soft text-xs [&>.lucide]:size-4 [&>.lucide]:shrink-0';

/** Where the text is stored: being sent, on the server, or only in this browser. */
function SaveState({ editing, isFailing }: { editing: EditingHandle<Written>; isFailing: boolean }) {
  const { isDirty, isSaving, draft, base, conflict } = editing;
  if (conflict) return <span className={stateLine}>Salvo em outro lugar: decida abaixo</span>;
  if (isDirty && isFailing) {
    return (
      <span className={stateLine}>
        <WifiOff className="text-sun" />
        {draft === 'in this page' ? 'Sem conexão: só nesta aba, não a feche' : 'Sem conexão: guardado neste aparelho'}
      </span>
    );
  }
  if (isDirty || isSaving) {
    return (
      <span className={stateLine}>
        <CloudUpload /> Salvando…
      </span>
    );
  }
  return (
    <span className={stateLine}>
      <CloudCheck /> {base.savedAt ? `Salvo às ${formatTime(base.savedAt)}` : 'Salva sozinho'}
    </span>
  );
}
