import { type ReactNode, Suspense, useState } from 'react';
import { type TextLinker, TextLinks } from '#web/lib/text-linker.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import type { Decide } from './law-dialog.tsx';
import type { CitedLaw } from './law-link-press.ts';

const CitedTexts = lazyChunk(() => import('./cited-texts.tsx'));

type LinkedTextsProps = {
  /** Undefined in answers of an older version that this device stored. */
  links: readonly CitedLaw[] | undefined;
  /** How the reader corrects a quote; null where they may not. */
  decide?: Decide | null;
  children: ReactNode;
};

/** Texts whose links are known already. */
export function LinkedTexts({ links = [], decide = null, children }: LinkedTextsProps) {
  const [linker, setLinker] = useState<{ link: TextLinker } | null>(null);
  const [onLinker] = useState(() => (link: TextLinker | null) => setLinker(link && { link }));
  return (
    <TextLinks value={linker?.link ?? null}>
      {children}
      {links.length > 0 && (
        <Suspense>
          <CitedTexts links={links} decide={decide} onLinker={onLinker} />
        </Suspense>
      )}
    </TextLinks>
  );
}
