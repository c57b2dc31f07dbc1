import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** Renders its children once their position scrolls near, so that their chunk and data are not loaded before. */
export function WhenNear({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!area.current || isNear) return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    });
    watch.observe(area.current);
    return () => watch.disconnect();
  }, [isNear]);
  return (
    <div ref={area} className="min-h-px">
      {isNear && <Suspense>{children}</Suspense>}
    </div>
  );
}
