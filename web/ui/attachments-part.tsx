import { Suspense } from 'react';
import type { AttachedTo } from './attachments/attachments.queries.ts';
import { lazyPart } from './lazy-part.tsx';

const AttachmentsList = lazyPart(() => import('./attachments/attachments-list.tsx'));

/** The files of a lesson or course, in a chunk of their own. */
export const AttachmentsPart = ({ of }: { of: AttachedTo }) => (
  <Suspense>
    <AttachmentsList of={of} />
  </Suspense>
);
