import { useQuery } from '@tanstack/react-query';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import type { LawLink } from '#contract/content/law-citations.ts';
import { useUser } from '#web/lib/session.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { hrefOf, onLinkPress } from './law-link-press.ts';
import { lawLinksQuery, useDecideCitation } from './law-links.queries.ts';
import { linkQuotes, unlinkQuotes } from './link-quotes.ts';

const LawDialog = lazyChunk(() => import('./law-dialog.tsx'), 'over');

/** `text` is what the lesson was rendered from: another one has other nodes. */
type LawLinksProps = {
  lessonId: number;
  authorId: string | null;
  text: object;
  body: RefObject<HTMLElement | null>;
};

/** The citations of a lesson as quiet links; a press shows the device's text in place. */
export default function LawLinks({ lessonId, authorId, text, body }: LawLinksProps) {
  const user = useUser();
  const { data: links } = useQuery(lawLinksQuery(lessonId));
  const decide = useDecideCitation(lessonId);
  // As the server decides: who wrote the lesson, and administrators.
  const mayDecide = user.role === 'admin' || user.id === authorId;
  const [open, setOpen] = useState<LawLink | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another DOM.
  useEffect(() => {
    const root = body.current;
    if (!root || !links || links.length === 0) return;
    linkQuotes(root, links, hrefOf);
    const stop = onLinkPress(root, links, setOpen);
    return () => {
      stop();
      unlinkQuotes(root);
    };
  }, [links, text, body]);
  if (!open) return null;
  return (
    <Suspense>
      <LawDialog link={open} decide={mayDecide ? decide : null} onClose={() => setOpen(null)} />
    </Suspense>
  );
}
