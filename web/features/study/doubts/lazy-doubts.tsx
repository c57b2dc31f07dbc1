import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import type { DoubtsAbout } from './doubts.queries.ts';

const Doubts = lazyChunk(() => import('./doubts.tsx'));

/** The doubts of a question or lesson, in a separate chunk that is loaded when its position scrolls near. */
export const LazyDoubts = ({ about }: { about: DoubtsAbout }) => (
  <WhenNear>
    <Doubts about={about} />
  </WhenNear>
);
