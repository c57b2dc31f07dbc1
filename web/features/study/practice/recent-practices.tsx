import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { withheldText } from '#web/features/exams/mock-exams/results.ts';
import { keyPriceMoment } from '#web/features/questions/questions/key-price.tsx';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { practicesQuery } from './practice.queries.ts';
import { kindNames } from './practice-words.ts';

/** The last practices; an open one continues where it stopped. */
export function RecentPractices() {
  const practices = useQuery(practicesQuery).data;
  if (!practices || practices.length === 0) return null;
  return (
    <Card title="Seus últimos treinos">
      <ul className="grid divide-y divide-line">
        {practices.map(
          ({ id, kind, title, startedAt, finishedAt, answered, correct, total, withheldBy, postponesTo }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              <div className="min-w-0">
                <Link href={paths.practice(id)} className="font-strong text-ink no-underline hover:underline">
                  {title}
                </Link>
                <p className="text-ink-soft text-sm">
                  {kindNames[kind]}, <Ago at={startedAt} />
                  {postponesTo && `. Abrir adia o certificado para ${keyPriceMoment(postponesTo)}`}
                </p>
              </div>
              <p className="flex items-center gap-3 text-sm tabular-nums">
                {finishedAt === null && <Badge tone="sun">Em andamento</Badge>}
                {finishedAt === null
                  ? `${answered} de ${total}`
                  : correct === null
                    ? withheldText(withheldBy)
                    : `${correct} de ${plural(answered, 'certa', 'certas')}`}
              </p>
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}
