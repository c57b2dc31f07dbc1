import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { getLaw, LawArticle, OutlineEntry } from '#contract/content/laws.ts';
import { lawScreens } from '#contract/law-screens.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useUser } from '#web/lib/session.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ArticleText } from './article-text.tsx';
import { AsOfLine, useOn, withOn } from './as-of-line.tsx';
import { LawOutline, LawTree } from './law-outline.tsx';
import { LawSearch } from './law-search.tsx';
import { calmLabel, calmTitle } from './law-words.ts';
import { lawArticlesQuery, lawQuery, type On } from './laws.queries.ts';

// Only in browsers that can store it, and never before the text.
const LawOnDevice = lazyChunk<{ lawId: number }>(() => import('./law-on-device.tsx'));

export function LawScreen({ id }: { id: string }) {
  if (!/^[1-9]\d{0,9}$/.test(id)) return <NoLaw />;
  return <Law key={id} id={Number(id)} />;
}

function Law({ id }: { id: number }) {
  const on = useOn();
  const user = useUser();
  const law = useQuery(lawQuery(id, on));
  usePageTitle(law.data?.name);
  if (isRefused<typeof getLaw>(law.error, 'not_found')) return <NoLaw />;
  return (
    <Page>
      {law.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-10 w-2/3', 'h-64']} />}
      {law.isError && <LoadError of={law} title="Não conseguimos abrir a lei" headingLevel={1} />}
      {law.data && (
        <>
          <PageHeader
            title={law.data.name}
            subtitle={law.data.ementa}
            eyebrow={<Link href={lawScreens.list}>Leis</Link>}
            actions={
              user.role === 'student' && (
                <Suspense>
                  <LawOnDevice lawId={id} />
                </Suspense>
              )
            }
          />
          <AsOfLine asOf={law.data.asOf} on={on} path={lawScreens.law(id)} />
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-[17rem_minmax(0,44rem)] lg:gap-10">
            <LawTree>
              <LawOutline lawId={id} outline={law.data.outline} on={on} />
            </LawTree>
            <div className="grid min-w-0 content-start gap-6">
              <LawSearch lawId={id} name={law.data.shortName || law.data.name} on={on} />
              <Articles lawId={id} outline={law.data.outline} on={on} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

/** The groups that begin right before an article. */
function headingsBefore(outline: readonly OutlineEntry[]): Map<string, OutlineEntry[]> {
  const headings = new Map<string, OutlineEntry[]>();
  let waiting: OutlineEntry[] = [];
  for (const entry of outline) {
    if (entry.kind !== 'artigo') waiting.push(entry);
    else {
      headings.set(entry.lexId, waiting);
      waiting = [];
    }
  }
  return headings;
}

function Articles({ lawId, outline, on }: { lawId: number; outline: readonly OutlineEntry[]; on: On }) {
  const articles = useInfiniteQuery(lawArticlesQuery(lawId, on));
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = articles;
  useEffect(() => {
    // After a failed request the reader asks again.
    if (!end.current || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && fetchNextPage(),
      { rootMargin: '1200px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const headings = headingsBefore(outline);
  if (articles.isPending) return <SkeletonGroup className="grid gap-3" blocks={['h-24', 'h-24']} />;
  if (!articles.data) return <LoadError of={articles} title="Não conseguimos carregar os artigos" />;
  return (
    <div className="grid gap-6">
      {articles.data.pages.flatMap(({ items }) =>
        items.map((article) => (
          <Article
            key={article.lexId}
            lawId={lawId}
            article={article}
            headings={headings.get(article.lexId) ?? []}
            on={on}
          />
        )),
      )}
      <div ref={end}>
        {isFetchNextPageError ? (
          <ErrorState
            title="Não conseguimos carregar os próximos artigos"
            text={textOf(articles.error)}
            onRetry={() => fetchNextPage()}
            retrying={isFetchingNextPage}
          />
        ) : (
          <ShowMore pages={articles} place="below" />
        )}
      </div>
    </div>
  );
}

type ArticleProps = { lawId: number; article: LawArticle; headings: readonly OutlineEntry[]; on: On };

function Article({ lawId, article, headings, on }: ArticleProps) {
  const name = article.label.replace(/[.\s]{1,3}$/, '');
  return (
    // Articles below the fold are laid out when they are scrolled near.
    <article className="[contain-intrinsic-size:auto_220px] [content-visibility:auto]" aria-label={name}>
      {headings.map(({ lexId, label, title }) => (
        <h2 key={lexId} className="mb-3 text-lg">
          {calmLabel(label)}
          {title !== '' && `, ${calmTitle(title)}`}
        </h2>
      ))}
      {article.title !== '' && <h3 className="mb-2 text-md">{calmTitle(article.title)}</h3>}
      <ArticleText article={article} />
      <Link href={withOn(lawScreens.article(lawId, article.lexId), on)} className="tappable mt-1 inline-block text-sm">
        Abrir o {name.toLowerCase()}
      </Link>
    </article>
  );
}

function NoLaw() {
  return (
    <NotFound
      title="Lei não encontrada"
      text="Ela pode ter sido excluída, ou o endereço está incompleto."
      link={{ href: lawScreens.list, label: 'Ver as leis' }}
    />
  );
}
