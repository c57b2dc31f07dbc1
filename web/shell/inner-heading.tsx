import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { parentOf } from './parent-page.ts';
import { WayBack } from './way-back.tsx';

const SchoolHeading = lazyChunk(() => import('./school-heading.tsx'));

/** Below 768 px, on every page that is not in a bar: a back link and the page's title instead of the logo. */
export default function InnerHeading({ title }: { title: string | null }) {
  const [location] = useLocation();
  if (title !== null) return <WayBack parent={parentOf(location)} title={title} />;
  return (
    <Suspense>
      <SchoolHeading location={location} />
    </Suspense>
  );
}
