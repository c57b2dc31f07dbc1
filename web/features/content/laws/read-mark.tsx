import { useQuery } from '@tanstack/react-query';
import { BookOpenCheck } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { readArticlesQuery, useMarkRead } from './laws.queries.ts';

/** Whether the reader has read an article: they say so, at its end. */
export function ReadMark({ lawId, article }: { lawId: number; article: string }) {
  const reads = useQuery(readArticlesQuery(lawId));
  const mark = useMarkRead(lawId, article);
  if (!reads.data) return null;
  const isRead = reads.data.includes(article);
  return (
    <Button
      variant={isRead ? 'quiet' : 'line'}
      className="justify-self-start print:hidden"
      aria-pressed={isRead}
      busy={mark.isPending}
      onClick={() => mark.mutate(!isRead)}
    >
      <BookOpenCheck /> {isRead ? 'Lido' : 'Marcar como lido'}
    </Button>
  );
}
