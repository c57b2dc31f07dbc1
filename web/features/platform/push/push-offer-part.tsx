import { Suspense } from 'react';
import { useIsUnasked } from '#web/lib/push-support.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { PushMoment } from './push-offer.tsx';

const PushOffer = lazyPart(() => import('./push-offer.tsx'));

/** After something that was worth it: messages to this device, offered once. Nothing where the browser was asked before. */
export function PushOfferPart({ after }: { after: PushMoment }) {
  const isUnasked = useIsUnasked();
  if (!isUnasked) return null;
  return (
    <Suspense>
      <PushOffer after={after} />
    </Suspense>
  );
}
