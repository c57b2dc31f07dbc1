import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';

const Comments = lazyChunk(() => import('./comments.tsx'));

/** The comments below a question that the user has answered or moderates, in a separate chunk that is loaded when its position scrolls near. */
export const LazyComments = ({ questionId }: { questionId: number }) => (
  <WhenNear>
    <Comments questionId={questionId} />
  </WhenNear>
);
