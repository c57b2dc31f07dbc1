import type { RefObject } from 'react';
import type { LawArticlePage } from '#contract/content/laws.ts';
import { useUser } from '#web/lib/session.ts';
import { ListenButton, ListeningPlayer } from '../lessons/reader/listening.tsx';
import { useListening } from '../lessons/reader/use-listening.ts';
import { LawMarks } from './law-marks.tsx';

type ArticleToolsProps = { page: LawArticlePage; body: RefObject<HTMLElement | null> };

/** A reader's tools for an article: they are those of lessons, and loaded after the text. */
export default function ArticleTools({ page, body }: ArticleToolsProps) {
  const user = useUser();
  const listening = useListening(`law:${page.law.id}/${page.article.lexId}`, body);
  return (
    <div className="justify-self-start print:hidden">
      <ListenButton listening={listening} />
      <ListeningPlayer listening={listening} label="Ouvir o artigo" />
      {user.role === 'student' && <LawMarks page={page} body={body} />}
    </div>
  );
}
