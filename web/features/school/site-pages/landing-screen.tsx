import { useQuery } from '@tanstack/react-query';
import { Link, useRoute } from 'wouter';
import { legalPages, type SitePage } from '#contract/school/site-content.ts';
import { paths } from '#web/lib/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { PageEditor } from './page-editor.tsx';
import { pageQuery } from './site-pages.queries.ts';

const titles: Record<SitePage, string> = {
  landing: 'Página de vendas',
  terms: 'Termos de Uso',
  privacy: 'Privacidade',
  refund: 'Reembolso',
};
const pathOf = (page: SitePage) => (page === 'landing' ? paths.adminLanding : paths.adminLegal(page));

export default function LandingScreen() {
  const [, params] = useRoute<{ page: string }>('/admin/landing/:page');
  const page = legalPages.find((name) => name === params?.page) ?? 'landing';
  const edited = useQuery(pageQuery(page));
  return (
    <Page>
      <PageHeader title={titles[page]} subtitle="O que os visitantes leem antes de se cadastrar" />
      <nav aria-label="Páginas públicas" className="mb-5 flex flex-wrap gap-2">
        {(Object.keys(titles) as SitePage[]).map((name) => (
          <Link
            key={name}
            href={pathOf(name)}
            aria-current={name === page ? 'page' : undefined}
            className={buttonClass({
              variant: 'line',
              size: 'sm',
              className: 'aria-[current]:border-primary aria-[current]:bg-selected',
            })}
          >
            {titles[name]}
          </Link>
        ))}
        <ButtonLink href={paths.adminClaims} variant="line" size="sm">
          O que a página afirma
        </ButtonLink>
      </nav>
      {edited.isPending && (
        <SkeletonGroup className="grid gap-6 lg:grid-cols-[400px_1fr]" blocks={['h-96 w-full', 'h-96 w-full']} />
      )}
      {edited.isError && !edited.data && <LoadError of={edited} title="Não conseguimos carregar esta página" />}
      {edited.data && <PageEditor key={page} edited={edited.data} />}
    </Page>
  );
}
