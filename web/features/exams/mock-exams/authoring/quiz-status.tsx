import { Badge } from '#web/ui/badge.tsx';
import type { AuthoredRow } from './authoring.queries.ts';

export function QuizStatus({ quiz }: { quiz: Pick<AuthoredRow, 'isPublished' | 'hasUnpublishedChanges'> }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {quiz.isPublished ? <Badge tone="ok">Publicado</Badge> : <Badge>Rascunho</Badge>}
      {quiz.hasUnpublishedChanges && <Badge tone="sun">Alterações não publicadas</Badge>}
    </span>
  );
}
