import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { LawArticlePage } from '#contract/content/laws.ts';
import { ListenButton, ListeningPlayer } from '#web/features/content/lessons/reader/listening.tsx';
import { useListening } from '#web/features/content/lessons/reader/use-listening.ts';
import { useUser } from '#web/lib/session.ts';
import { LawMarks } from './law-marks.tsx';
import { OwnMarks } from './own-marks.tsx';

type ArticleToolsProps = {
  page: LawArticlePage;
  body: RefObject<HTMLElement | null>;
  /** Where the list of marks is shown, beside the text. */
  beside: HTMLElement | null;
};

/** A reader's tools for an article: they are those of lessons, and loaded after the text. */
export default function ArticleTools({ page, body, beside }: ArticleToolsProps) {
  const user = useUser();
  const listening = useListening(`law:${page.law.id}/${page.article.lexId}`, body);
  return (
    <div className="justify-self-start print:hidden">
      <ListenButton listening={listening} />
      <ListeningPlayer listening={listening} label="Ouvir o artigo" />
      {user.role === 'student' && <LawMarks page={page} body={body} />}
      {user.role === 'student' && beside && createPortal(<OwnMarks page={page} />, beside)}
    </div>
  );
}
