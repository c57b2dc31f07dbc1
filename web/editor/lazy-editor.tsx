import { Suspense } from 'react';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import type { EditorProps } from './editor.tsx';

const load = () => import('./editor.tsx');
const Loaded = lazyChunk(load);

/** Fetches the editor's chunk before it is needed. A failure is told when it is really opened. */
export const prefetchEditor = (): void => void load().catch(() => undefined);

export function LazyEditor(props: EditorProps) {
  return (
    <Suspense
      fallback={
        <SkeletonGroup label="Carregando o editor…">
          <Skeleton className="h-[352px] w-full" />
        </SkeletonGroup>
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}
