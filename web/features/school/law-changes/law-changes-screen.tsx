import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { lawScreens } from '#contract/law-screens.ts';
import type { listLawChanges } from '#contract/school/law-changes.ts';
import { isRefused } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { lawChangesQuery } from './law-changes.queries.ts';
import { NewLawChange } from './new-law-change.tsx';

/** The amendments of a law: the ones taken in, and a new one. */
export default function LawChangesScreen() {
  const { id = '' } = useParams<{ id: string }>();
  const isId = /^[1-9]\d{0,9}$/.test(id);
  const list = useQuery({ ...lawChangesQuery(Number(id)), enabled: isId });
  if (!isId || isRefused<typeof listLawChanges>(list.error, 'not_found')) {
    return (
      <NotFound
        title="Lei não encontrada"
        text="Ela pode ter sido excluída, ou o endereço está incompleto."
        link={{ href: lawScreens.taking, label: 'Ver as leis da escola' }}
      />
    );
  }
  return (
    <Page width="wide-form">
      <PageHeader
        eyebrow={<Link href={lawScreens.taking}>Leis da escola</Link>}
        title="O que mudou na lei"
        subtitle={list.data?.lawName}
      />
      {list.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-40']} />}
      {list.isError && <LoadError of={list} title="Não conseguimos abrir as mudanças" />}
      {list.data && (
        <div className="grid grid-cols-1 gap-6">
          <NewLawChange lawId={Number(id)} />
          {list.data.changes.length > 0 && (
            <Card title="Mudanças aplicadas" flush>
              <ul className="divide-y divide-line">
                {list.data.changes.map((change) => (
                  <li key={change.id} className="px-4 py-2 md:px-5">
                    <Link href={lawScreens.change(change.id)} className="tappable wrap-anywhere">
                      {change.amending}
                    </Link>
                    <p className="text-ink-soft text-sm">
                      {change.undoneAt === null ? `desde ${formatDay(change.startsOn)}` : 'desfeita'}
                    </p>
                  </li>
                ))}
              </ul>
            </Card>
          )}
        </div>
      )}
    </Page>
  );
}
