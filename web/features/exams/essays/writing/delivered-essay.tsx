import { Suspense } from 'react';
import type { Essay } from '#contract/exams/essays.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { PhotoPages } from '../photos/photo-pages.tsx';
import { SheetView } from '../sheet-view.tsx';
import type { ReturnedEssayPageProps } from './returned-essay-page.tsx';

const ReturnedEssayPage = lazyChunk<ReturnedEssayPageProps>(() => import('./returned-essay-page.tsx'));

export type DeliveredEssayProps = { essay: Essay };

/** An essay that is no longer written: waiting for its correction, or with it. */
export default function DeliveredEssay({ essay }: DeliveredEssayProps) {
  const { theme, returned, deliveredAt, dueAt } = essay;
  if (returned) {
    return (
      <Suspense fallback={<PageHeader title={theme.title} />}>
        <ReturnedEssayPage key={essay.id} essay={essay} returned={returned} />
      </Suspense>
    );
  }
  return (
    <>
      <PageHeader title={theme.title} subtitle={deliveredAt && `Entregue em ${formatDateTime(deliveredAt)}`} />
      {dueAt && (
        <Notice className="mb-6" title="Em correção">
          A correção volta até {formatDateTime(dueAt)}. Você recebe um aviso.
        </Notice>
      )}
      {essay.isPhoto ? (
        <PhotoPages pages={essay.pages ?? []} />
      ) : (
        <SheetView text={essay.text} lineWidth={theme.lineWidth} maxLines={theme.maxLines} />
      )}
    </>
  );
}
