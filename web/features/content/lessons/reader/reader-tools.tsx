import { NotebookPen } from 'lucide-react';
import { type RefObject, Suspense } from 'react';
import type { PreparedText } from '#web/editor/rich-text.tsx';
import { useHydrated } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { AnnotationTool } from './annotation-tool.tsx';
import { ListenButton, ListeningPlayer } from './listening.tsx';
import { useListening } from './use-listening.ts';

// Links of laws load after hydration: they change the text's nodes, and the text is readable without them.
const LawLinks = lazyChunk(() => import('#web/features/content/laws/links/law-links.tsx'));

type ReaderToolsProps = {
  lesson: { id: number; title: string; authorId: string | null };
  text: PreparedText;
  body: RefObject<HTMLElement | null>;
};

/** Tools of a reader besides the text; loaded after the text. */
export default function ReaderTools({ lesson, text, body }: ReaderToolsProps) {
  const { id: lessonId, title, authorId } = lesson;
  const listening = useListening(lessonId, body);
  const isHydrated = useHydrated();
  return (
    <div className="reader-tools print:hidden">
      <div className="flex flex-wrap gap-1">
        <ListenButton listening={listening} />
        <ButtonLink href={paths.annotations} variant="quiet" size="sm">
          <NotebookPen /> Minhas anotações
        </ButtonLink>
      </div>
      <ListeningPlayer listening={listening} label="Ouvir a aula" />
      <AnnotationTool lessonId={lessonId} title={title} text={text} body={body} />
      {isHydrated && (
        <Suspense>
          <LawLinks lessonId={lessonId} authorId={authorId} text={text} body={body} />
        </Suspense>
      )}
    </div>
  );
}
