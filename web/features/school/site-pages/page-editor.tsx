import { useQuery } from '@tanstack/react-query';
import { Check, History } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { landingContent, legalContent } from '#contract/school/site-content.ts';
import type { EditedPage } from '#contract/school/site-pages.ts';
import { isOvertaken } from '#web/lib/api.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { plural } from '#web/lib/format.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastDraftStored } from '#web/ui/toast-editing.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { sectionLines } from './content-lines.ts';
import { withValueAt } from './landing-fields.ts';
import { LandingForm } from './landing-form.tsx';
import { LegalForm } from './legal-form.tsx';
import { PagePreview } from './page-preview.tsx';
import { type Content, fetchPage, previewQuery, usePublishPage, useSavePage } from './site-pages.queries.ts';

const VersionsDialog = lazyChunk(() => import('./versions-dialog.tsx'), 'over');

/** A pause in typing after which the draft is saved automatically. */
const SAVE_AFTER_MS = 1500;
const PREVIEW_AFTER_MS = 350;

const snapshotOf = ({ draft, revision, savedAt }: EditedPage): Snapshot<Content> => ({
  value: draft,
  revision,
  savedAt,
});

export function PageEditor({ edited }: { edited: EditedPage }) {
  const { page } = edited;
  const schema = page === 'landing' ? landingContent : legalContent;
  const { area, errors, check, mend, refused } = useChecking<HTMLDivElement>();
  const savePage = useSavePage(page);
  const publish = usePublishPage(page);
  const [anchor, setAnchor] = useState('header');
  const [versions, setVersions] = useState<'never' | 'open' | 'closed'>('never');
  const stored = useMemo(() => snapshotOf(edited), [edited]);
  const editing = useEditing<Content>({
    name: `site-page:${page}`,
    stored,
    onLeft: toastDraftStored,
    send: async (content, revision) => {
      try {
        return snapshotOf(await savePage.mutateAsync({ content, revision: revision ?? 0 }));
      } catch (error) {
        if (!isOvertaken(error)) refused(error);
        throw error;
      }
    },
    reload: async () => snapshotOf(await fetchPage(page)),
  });
  const { value, isDirty, isSaving, conflict, save } = editing;
  const isValid = schema.safeParse(value).success;

  const rested = useDebounced(value, SAVE_AFTER_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved when typing pauses, not when anything else changes
  useEffect(() => {
    if (isDirty && isValid && !conflict && rested === value) void save();
  }, [rested]);

  const shown = useDebounced(value, PREVIEW_AFTER_MS);
  const isShowable = useMemo(() => schema.safeParse(shown).success, [schema, shown]);
  const preview = useQuery({ ...previewQuery(page, shown), enabled: isShowable });
  const warnings = preview.data?.warnings ?? edited.warnings;

  const form = {
    content: value,
    errors,
    change: (path: string, next: unknown) => {
      editing.change((now) => withValueAt(now, path, next));
      mend(path);
    },
  };
  const publishNow = async () => {
    if (!check<Content>(page === 'landing' ? landingContent : legalContent, value)) return;
    if (isDirty && (await save()) !== 'saved') return;
    publish.mutate((await fetchPage(page)).revision);
  };
  const isShown = !isDirty && edited.isPublished;

  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(320px,400px)_minmax(0,1fr)]">
      <div ref={area} className="grid min-w-0 content-start gap-4">
        {conflict && (
          <ConflictNotice
            editing={editing}
            title="Outra pessoa salvou esta página enquanto você editava"
            linesOf={sectionLines}
            onSave={() => void save()}
          />
        )}
        {editing.isRecovered && !conflict && (
          <RestoredDraftNotice savedAt={editing.changedAt} onDiscard={editing.discard} />
        )}
        {page === 'landing' ? (
          <LandingForm form={form} warnings={warnings} onOpen={setAnchor} />
        ) : (
          <LegalForm form={form} />
        )}
        <ActionBar>
          <p role="status" className="mr-auto flex items-center gap-1.5 text-ink-soft text-sm">
            <DraftState edited={edited} isDirty={isDirty} isSaving={isSaving} isValid={isValid} />
          </p>
          <Button variant="line" onClick={() => setVersions('open')}>
            <History /> Versões
          </Button>
          <Button
            disabled={isShown || conflict !== null}
            busy={publish.isPending || isSaving}
            busyLabel="Publicando..."
            onClick={() => void publishNow()}
          >
            Publicar
          </Button>
        </ActionBar>
        {warnings.length > 0 && (
          <p className="text-ink-soft text-sm">
            {plural(warnings.length, 'aviso', 'avisos')}: o que a página promete e a plataforma não tem. Você decide o
            que publicar.
          </p>
        )}
      </div>
      <div className="min-w-0 lg:sticky lg:top-4 lg:self-start">
        <PagePreview html={preview.data?.html} bytes={preview.data?.bytes} anchor={anchor} />
      </div>
      {versions !== 'never' && (
        <Suspense>
          <VersionsDialog
            page={page}
            content={value}
            open={versions === 'open'}
            onOpenChange={(open) => setVersions(open ? 'open' : 'closed')}
            onRestore={(content) => {
              editing.change(() => content);
              toast({ title: 'Versão trazida para o rascunho', description: 'Confira e publique.' });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

type DraftStateProps = { edited: EditedPage; isDirty: boolean; isSaving: boolean; isValid: boolean };

function DraftState({ edited, isDirty, isSaving, isValid }: DraftStateProps) {
  if (isSaving) return 'salvando…';
  if (isDirty) return isValid ? 'há mudanças não salvas' : 'há campos a corrigir';
  if (edited.isPublished) return 'no ar';
  return (
    <>
      <Check /> rascunho salvo {edited.savedAt && <Ago at={edited.savedAt} />}
    </>
  );
}
