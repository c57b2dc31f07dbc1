import { useQuery } from '@tanstack/react-query';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { versionsQuery } from './composition.queries.ts';

/**
 * The versions of a quiz. Once taken, a quiz changes only by new versions: each attempt keeps the version it started
 * with.
 */
export function VersionList({ quizId }: { quizId: number }) {
  const versions = useQuery(versionsQuery(quizId)).data;
  if (!versions || versions.length < 2) return null;
  return (
    <Card title="Versões">
      <ol className="grid grid-cols-1 gap-2">
        {versions.map((version) => (
          <li key={version.number} className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span>
              <b className="font-strong">Versão {version.number}</b>,{' '}
              {plural(version.questionCount, 'questão', 'questões')},{' '}
              {plural(version.attemptCount, 'tentativa', 'tentativas')}
              {version.publishedAt && (
                <span className="block text-ink-soft">Publicada em {formatDateTime(version.publishedAt)}</span>
              )}
            </span>
            {version.isPublished && <Badge tone="ok">Publicada</Badge>}
            {version.isDraft && !version.isPublished && <Badge tone="sun">Rascunho</Badge>}
          </li>
        ))}
      </ol>
    </Card>
  );
}
