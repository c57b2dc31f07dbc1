import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { Link } from 'wouter';
import { lawScreens } from '#contract/law-screens.ts';
import { plural } from '#web/lib/format.ts';
import { isAuthor, useUser } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { lawsQuery } from './laws.queries.ts';

/** The list of laws. */
export function LawList() {
  const user = useUser();
  const laws = useQuery(lawsQuery);
  return (
    <Page width="wide-form">
      <PageHeader
        title="Leis"
        subtitle="Artigo por artigo, com os textos anteriores e as aulas que explicam"
        actions={
          isAuthor(user) && (
            <ButtonLink href={lawScreens.taking} variant="line">
              Leis da escola
            </ButtonLink>
          )
        }
      />
      {laws.isPending && <SkeletonGroup className="grid gap-2" blocks={['h-16', 'h-16']} />}
      {laws.isError && <LoadError of={laws} title="Não conseguimos buscar as leis" />}
      {laws.data?.length === 0 && (
        <Card>
          <EmptyState title="Nenhuma lei ainda" text="Quando um professor trouxer uma lei, ela aparece aqui." />
        </Card>
      )}
      {laws.data && laws.data.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-line">
            {laws.data.map(({ id, name, shortName, ementa, articleCount, readCount }) => (
              <li key={id}>
                <Link
                  href={lawScreens.law(id)}
                  className="flex min-h-14 items-center gap-3 px-4 py-3 text-ink no-underline hover:bg-hover md:px-5"
                >
                  <ScrollText className="shrink-0 text-ink-soft" />
                  <span className="min-w-0 grow">
                    <span className="wrap-anywhere block font-strong">
                      {name}
                      {shortName !== '' && <span className="font-normal text-ink-soft"> ({shortName})</span>}
                    </span>
                    <span className="wrap-anywhere line-clamp-2 text-ink-soft text-sm">
                      {plural(articleCount, 'artigo', 'artigos')}
                      {readCount > 0 && `, ${plural(readCount, 'lido', 'lidos')}`}
                      {ementa !== '' && `, ${ementa}`}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}
