import { Suspense } from 'react';
import { useHydrated } from '#web/lib/hydration.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import type { EditorProps } from './editor.tsx';

const load = () => import('./editor.tsx');
const Loaded = lazyChunk(load);

/** Prefetches the editor's chunk. A failure is shown only when the editor is opened. */
export const prefetchEditor = (): void => void load().catch(() => undefined);

/** Rendered only in the browser: React does not own the editor's nodes, so they cannot be hydrated. */
export function LazyEditor(props: EditorProps) {
  const isHydrated = useHydrated();
  const waiting = <SkeletonGroup label="Carregando o editor…" blocks={['h-[352px] w-full']} />;
  return <Suspense fallback={waiting}>{isHydrated ? <Loaded {...props} /> : waiting}</Suspense>;
}
