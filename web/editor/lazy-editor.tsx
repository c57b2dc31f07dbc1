import { Suspense } from 'react';
import { useHydrated } from '#web/lib/hydration.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import type { EditorProps } from './editor.tsx';

const load = () => import('./editor.tsx');
const Loaded = lazyChunk(load);

/** Fetches the editor's chunk before it is needed. A failure is told when it is really opened. */
export const prefetchEditor = (): void => void load().catch(() => undefined);

/** The browser's alone: its nodes are not React's, so that nothing could hydrate them. */
export function LazyEditor(props: EditorProps) {
  const isHydrated = useHydrated();
  const waiting = (
    <SkeletonGroup label="Carregando o editor…">
      <Skeleton className="h-[352px] w-full" />
    </SkeletonGroup>
  );
  return <Suspense fallback={waiting}>{isHydrated ? <Loaded {...props} /> : waiting}</Suspense>;
}
