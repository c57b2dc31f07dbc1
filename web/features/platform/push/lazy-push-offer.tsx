import { Suspense } from 'react';
import { useIsUnasked } from '#web/lib/push-support.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import type { PushMoment } from './push-offer.tsx';

const PushOffer = lazyChunk(() => import('./push-offer.tsx'));

/** Offers push messages once, after a suitable moment. Renders nothing if the browser has already been asked. */
export function LazyPushOffer({ after }: { after: PushMoment }) {
  const isUnasked = useIsUnasked();
  if (!isUnasked) return null;
  return (
    <Suspense>
      <PushOffer after={after} />
    </Suspense>
  );
}
