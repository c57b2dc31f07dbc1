import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SitePage } from '#contract/school/site-content.ts';
import { textOf } from '#web/lib/api.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { changesBetween } from './content-lines.ts';
import { type Content, versionQuery, versionsQuery } from './site-pages.queries.ts';

type VersionsDialogProps = {
  page: SitePage;
  /** The current value of the editor. */
  content: Content;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRestore: (content: Content) => void;
};

/** The published versions, their differences from the draft, and a way to restore them. */
export default function VersionsDialog({ page, content, open, onOpenChange, onRestore }: VersionsDialogProps) {
  const versions = useQuery({ ...versionsQuery(page), enabled: open });
  const [chosen, setChosen] = useState<number | null>(null);
  const newest = versions.data?.[0]?.number;
  const number = chosen ?? newest ?? null;
  const version = useQuery({ ...versionQuery(page, number ?? 0), enabled: open && number !== null });
  const changes = version.data ? changesBetween(version.data.content, content) : [];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="xl"
      title="Versões publicadas"
      description="Compare uma versão com o rascunho e, se quiser, traga-a de volta para ele."
      footer={
        version.data && (
          <Button
            variant="line"
            disabled={changes.length === 0}
            onClick={() => {
              onRestore(version.data.content);
              onOpenChange(false);
            }}
          >
            Restaurar a versão {number} no rascunho
          </Button>
        )
      }
    >
      {versions.isPending && <Skeleton className="h-40 w-full" />}
      {(versions.isError || version.isError) && (
        <ErrorState
          title="Não conseguimos carregar as versões"
          text={textOf(versions.error ?? version.error)}
          onRetry={() => void (versions.isError ? versions.refetch() : version.refetch())}
          retrying={versions.isFetching || version.isFetching}
        />
      )}
      {versions.data?.length === 0 && (
        <p className="text-ink-soft">
          Nada foi publicado ainda: os visitantes veem a página que veio com a plataforma.
        </p>
      )}
      {versions.data && versions.data.length > 0 && (
        <div className="grid gap-6 md:grid-cols-[240px_1fr]">
          <ul className="grid max-h-96 content-start gap-1 overflow-y-auto">
            {versions.data.map((one) => (
              <li key={one.number}>
                <button
                  type="button"
                  aria-pressed={one.number === number}
                  onClick={() => setChosen(one.number)}
                  className="grid min-h-11 w-full rounded-control px-3 py-2 text-left text-sm hover:bg-hover aria-pressed:bg-selected"
                >
                  <span className="font-strong">
                    Versão {one.number}
                    {one.number === newest && ', no ar'}
                  </span>
                  <span className="text-ink-soft">
                    {formatDateTime(one.at)}, {one.by ?? 'veio com a plataforma'}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className="min-w-0">
            <h3 className="mb-2 text-md">
              {version.isPending
                ? 'Comparando…'
                : changes.length === 0
                  ? 'O rascunho é igual a esta versão'
                  : plural(changes.length, 'diferença em relação ao rascunho', 'diferenças em relação ao rascunho')}
            </h3>
            <dl className="grid gap-3">
              {changes.map(({ name, label, before, after }) => (
                <div key={name} className="rounded-control border border-line p-3">
                  <dt className="mb-1 text-ink-soft text-sm">{label}</dt>
                  <dd className="whitespace-pre-wrap break-words">
                    <del className="block text-ink-soft">{before || '(vazio)'}</del>
                    <ins className="block no-underline">{after || '(vazio)'}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      )}
    </Dialog>
  );
}
