import { Suspense, useEffect, useState } from 'react';
import type { TextLinker } from '#web/lib/text-linker.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import type { Decide } from './law-dialog.tsx';
import { type CitedLaw, hrefOf, onLinkPress } from './law-link-press.ts';
import { linkEveryQuote, unlinkQuotes } from './link-quotes.ts';

const LawDialog = lazyChunk(() => import('./law-dialog.tsx'), 'over');

type CitedTextsProps = {
  links: readonly CitedLaw[];
  /** Hands the links to the texts around (`TextLinks`); null takes them away. */
  onLinker: (linker: TextLinker | null) => void;
  /** How the reader corrects a quote; null where they may not. */
  decide?: Decide | null;
};

/** The citations of some texts as quiet links; a press shows the device's text in place. */
export default function CitedTexts({ links, onLinker, decide = null }: CitedTextsProps) {
  const [open, setOpen] = useState<CitedLaw | null>(null);
  useEffect(() => {
    if (links.length === 0) return;
    onLinker((root) => {
      linkEveryQuote(root, links, hrefOf);
      const stop = onLinkPress(root, links, setOpen);
      return () => {
        stop();
        unlinkQuotes(root);
      };
    });
    return () => onLinker(null);
  }, [links, onLinker]);
  if (!open) return null;
  return (
    <Suspense>
      <LawDialog link={open} decide={decide} onClose={() => setOpen(null)} />
    </Suspense>
  );
}
