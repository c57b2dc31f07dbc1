import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EssayScreen } from './essay-screen.tsx';
import type { ThemePagesProps } from './theme-pages.tsx';

const ThemePages = lazyChunk<ThemePagesProps>(() => import('./theme-pages.tsx'), 'screen');

/** The screens of a student share a chunk that the entry names; those beside the sheet are loaded by it. */
export default function EssaysScreen() {
  const [location] = useLocation();
  const isOfThemes = location === paths.essayThemes || location.startsWith(`${paths.essayThemes}/themes/`);
  if (!isOfThemes) return <EssayScreen />;
  return (
    <Suspense fallback={<OpeningThemes />}>
      <ThemePages location={location} />
    </Suspense>
  );
}

function OpeningThemes() {
  return (
    <Page>
      <h1 className="sr-only">Redação</h1>
      <SkeletonGroup className="grid gap-4" blocks={['h-9 w-1/2', 'h-40']} />
    </Page>
  );
}
