import { Suspense } from 'react';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import type { AttachedTo } from './attachments.queries.ts';

const AttachmentsList = lazyChunk(() => import('./attachments-list.tsx'));

/** The files of a lesson or course, in a separate chunk. */
export const LazyAttachments = ({ of }: { of: AttachedTo }) => (
  <Suspense>
    <AttachmentsList of={of} />
  </Suspense>
);
