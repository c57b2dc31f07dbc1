import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { textOf } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type LessonForm, readableText } from '../lesson-form.ts';
import { diffTexts } from './text-diff.ts';
import { lessonVersionQuery, lessonVersionsQuery } from './writing.queries.ts';

type VersionsDialogProps = {
  lessonId: number;
  /** The current text of the editor. */
  form: LessonForm;
  onRestore: (text: { title: string; content: string }) => void;
  onClose: () => void;
};

/** An earlier version beside the current one, word by word, and a way to restore it. */
export function VersionsDialog({ lessonId, form, onRestore, onClose }: VersionsDialogProps) {
  const versions = useQuery(lessonVersionsQuery(lessonId));
  const [chosen, setChosen] = useState<number | null>(null);
  // The newest version is usually the current text.
  const id = chosen ?? versions.data?.[1]?.id ?? versions.data?.[0]?.id ?? null;
  const version = useQuery({ ...lessonVersionQuery(lessonId, id ?? 0), enabled: id !== null });
  const { data } = version;
  const stretches = useMemo(() => {
    if (!data) return [];
    const whole = (title: string, content: string) => `${title}\n${readableText(content)}`;
    return diffTexts(whole(data.title, data.content), whole(form.title, form.content));
  }, [data, form.title, form.content]);
  const isSame = stretches.every(({ kind }) => kind === 'same');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="xl"
      title="Versões da aula"
      description="Compare uma versão com o texto de agora e, se quiser, traga-a de volta."
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Fechar
          </Button>
          {data && (
            <Button onClick={() => onRestore({ title: data.title, content: data.content })}>
              Restaurar a versão de {formatDateTime(data.savedAt)}
            </Button>
          )}
        </>
      }
    >
      {versions.isPending && <Skeleton className="h-60 w-full" />}
      {(versions.isError || version.isError) && (
        <ErrorState
          headingLevel={3}
          title="Não conseguimos buscar as versões"
          text={textOf(versions.error ?? version.error)}
          onRetry={() => void (versions.isError ? versions.refetch() : version.refetch())}
          retrying={versions.isFetching || version.isFetching}
        />
      )}
      {versions.data?.length === 0 && <p className="text-ink-soft">Ainda não há versões desta aula.</p>}
      {versions.data && versions.data.length > 0 && (
        <div className="grid gap-6 md:grid-cols-[240px_minmax(0,1fr)]">
          <ul className="grid max-h-[60dvh] content-start gap-1 overflow-y-auto">
            {versions.data.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-pressed={one.id === id}
                  onClick={() => setChosen(one.id)}
                  className="grid min-h-11 w-full rounded-control px-3 py-2 text-left text-sm hover:bg-hover aria-pressed:bg-selected"
                >
                  <span className="font-strong tabular-nums">{formatDateTime(one.savedAt)}</span>
                  <span className="text-ink-soft">
                    {one.savedByName ?? 'Alguém que já saiu'}
                    {one.isPublished && ', publicada'}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <section aria-label="Diferenças" className="min-w-0">
            <p className="mb-3 text-ink-soft text-sm">
              {!data
                ? 'Comparando…'
                : isSame
                  ? 'As palavras são as mesmas do texto de agora.'
                  : 'Riscado: só nesta versão. Marcado: só no texto de agora.'}
            </p>
            <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {stretches.map(({ kind, text }, at) => {
                const key = `${at}:${kind}`;
                if (kind === 'gone') return <del key={key}>{text}</del>;
                if (kind === 'new') return <mark key={key}>{text}</mark>;
                return <span key={key}>{text}</span>;
              })}
            </p>
          </section>
        </div>
      )}
    </Dialog>
  );
}
