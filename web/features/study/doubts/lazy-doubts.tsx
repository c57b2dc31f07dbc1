import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import type { DoubtsAbout } from './doubts.queries.ts';

const Doubts = lazyChunk(() => import('./doubts.tsx'));

/** The doubts of a question or lesson, in a separate chunk that is loaded when its position scrolls near. */
export function LazyDoubts({ about }: { about: DoubtsAbout }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current || isNear) return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear]);
  return (
    <div ref={place} className="min-h-px">
      {isNear && (
        <Suspense>
          <Doubts about={about} />
        </Suspense>
      )}
    </div>
  );
}
