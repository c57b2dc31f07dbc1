import { useQuery } from '@tanstack/react-query';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import type { LawLink } from '#contract/content/law-citations.ts';
import { lawScreens } from '#contract/law-screens.ts';
import { isAuthor, useUser } from '#web/lib/session.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { lawLinksQuery } from './law-links.queries.ts';
import { linkAt, linkQuotes, unlinkQuotes } from './link-quotes.ts';

const LawDialog = lazyChunk(() => import('./law-dialog.tsx'), 'over');

const hrefOf = ({ lawId, article, lexId }: LawLink): string => {
  if (lawId === null) return lawScreens.list;
  return article === null ? lawScreens.law(lawId) : `${lawScreens.article(lawId, article)}#${lexId}`;
};

/** `text` is what the lesson was rendered from: another one has other nodes. */
type LawLinksProps = { lessonId: number; text: object; body: RefObject<HTMLElement | null> };

/** The citations of a lesson as quiet links; a press shows the device's text in place. */
export default function LawLinks({ lessonId, text, body }: LawLinksProps) {
  const user = useUser();
  const { data: links } = useQuery(lawLinksQuery(lessonId));
  const [open, setOpen] = useState<LawLink | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another DOM.
  useEffect(() => {
    const root = body.current;
    if (!root || !links || links.length === 0) return;
    linkQuotes(root, links, hrefOf);
    const press = (event: MouseEvent) => {
      const index = linkAt(event.target);
      const link = index === null ? undefined : links[index];
      if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen(link);
    };
    root.addEventListener('click', press);
    return () => {
      root.removeEventListener('click', press);
      unlinkQuotes(root);
    };
  }, [links, text, body]);
  if (!open) return null;
  return (
    <Suspense>
      <LawDialog lessonId={lessonId} link={open} mayDecide={isAuthor(user)} onClose={() => setOpen(null)} />
    </Suspense>
  );
}
