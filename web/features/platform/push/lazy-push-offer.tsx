import { Suspense } from 'react';
import { useIsUnasked } from '#web/lib/push-support.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import type { PushMoment } from './push-offer.tsx';

const PushOffer = lazyChunk(() => import('./push-offer.tsx'));

/** After something that was worth it: messages to this device, offered once. Nothing where the browser was asked before. */
export function LazyPushOffer({ after }: { after: PushMoment }) {
  const isUnasked = useIsUnasked();
  if (!isUnasked) return null;
  return (
    <Suspense>
      <PushOffer after={after} />
    </Suspense>
  );
}
