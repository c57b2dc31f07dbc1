import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { AttachedTo } from './attachments.queries.ts';

const AttachmentsList = lazyPart(() => import('./attachments-list.tsx'));

/** The files of a lesson or course, in a chunk of their own. */
export const AttachmentsPart = ({ of }: { of: AttachedTo }) => (
  <Suspense>
    <AttachmentsList of={of} />
  </Suspense>
);
