import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { getLawArticle, LawArticlePage } from '#contract/content/laws.ts';
import { lawScreens } from '#contract/law-screens.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { useFragment } from '#web/lib/use-fragment.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NotFound } from '#web/ui/not-found.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ArticleQuestions } from '../article-questions.tsx';
import { ArticleText } from '../article-text.tsx';
import { AsOfLine, useOn, withOn } from '../as-of-line.tsx';
import { LawHistory } from '../law-history.tsx';
import { LawOutline, LawTree } from '../law-outline.tsx';
import { LawSearch } from '../law-search.tsx';
import { calmLabel, calmTitle } from '../law-words.ts';
import { lawArticleQuery, lawQuery, type On } from '../laws.queries.ts';
import { ReadMark } from '../read-mark.tsx';

// The text is readable without them.
const ArticleTools = lazyChunk(() => import('./article-tools.tsx'));

export function ArticleScreen({ id, article }: { id: string; article: string }) {
  if (!/^[1-9]\d{0,9}$/.test(id) || !/^(?:anx\d{1,3}u?_)?art\d{1,5}(?:-\d{1,4})?$/.test(article)) return <NoArticle />;
  return <ArticlePage key={`${id}/${article}`} id={Number(id)} article={article} />;
}

function ArticlePage({ id, article }: { id: number; article: string }) {
  const user = useUser();
  const text = useRef<HTMLDivElement>(null);
  const [beside, setBeside] = useState<HTMLElement | null>(null);
  const on = useOn();
  const page = useQuery(lawArticleQuery(id, article, on));
  const law = useQuery(lawQuery(id, on));
  useFragment(page.data !== undefined);
  usePageTitle(page.data && `${nameOf(page.data.article.label)}, ${page.data.law.shortName || page.data.law.name}`);
  if (isRefused<typeof getLawArticle>(page.error, 'not_found')) return <NoArticle />;
  return (
    <Page>
      {page.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-10 w-1/2', 'h-64']} />}
      {page.isError && <LoadError of={page} title="Não conseguimos abrir o artigo" headingLevel={1} />}
      {page.data && (
        <>
          <Heading page={page.data} on={on} />
          <AsOfLine asOf={page.data.asOf} on={on} path={lawScreens.article(id, article)} />
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-[15rem_minmax(0,1fr)_17rem] lg:gap-8">
            <LawTree>
              {law.data && <LawOutline lawId={id} outline={law.data.outline} current={article} on={on} />}
              {law.isError && <p className="p-2 text-ink-soft text-sm">{textOf(law.error)}</p>}
            </LawTree>
            <div className="grid min-w-0 content-start gap-6">
              <LawSearch lawId={id} name={page.data.law.shortName || page.data.law.name} on={on} />
              <Suspense>
                <ArticleTools page={page.data} body={text} beside={beside} />
              </Suspense>
              <div key={keyOfText(page.data.article)} ref={text}>
                <ArticleText article={page.data.article} />
              </div>
              {user.role === 'student' && <ReadMark lawId={id} article={article} />}
              <Neighbours page={page.data} on={on} />
            </div>
            <div className="grid min-w-0 content-start gap-4">
              {user.role === 'student' && <ArticleQuestions lawId={id} article={article} />}
              <div ref={setBeside} className="empty:hidden" />
              <Lessons lessons={page.data.lessons} />
              <LawHistory history={page.data.history} asOf={page.data.asOf} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

const textKeys = new WeakMap<object, number>();
let lastKey = 0;

/** A new key for a new text: marks change the nodes of a text, so React must not update them. */
function keyOfText(article: object): number {
  const known = textKeys.get(article);
  if (known !== undefined) return known;
  lastKey += 1;
  textKeys.set(article, lastKey);
  return lastKey;
}

const nameOf = (label: string) => label.replace(/[.\s]{1,3}$/, '');

function Heading({ page: { law, path, article }, on }: { page: LawArticlePage; on: On }) {
  return (
    <PageHeader
      eyebrow={
        <>
          <Link href={withOn(lawScreens.law(law.id), on)}>{law.name}</Link>
          {path.map(({ label }) => `, ${calmLabel(label)}`).join('')}
        </>
      }
      title={
        article.title === ''
          ? nameOf(article.label)
          : `${nameOf(article.label)}, ${calmTitle(article.title).toLowerCase()}`
      }
      subtitle={path.at(-1)?.title ? calmTitle(path.at(-1)?.title ?? '') : undefined}
    />
  );
}

/** The arrow keys lead to the neighbouring articles where no field has the focus. */
function Neighbours({ page: { law, previous, next }, on }: { page: LawArticlePage; on: On }) {
  const hrefOf = (lexId: string) => withOn(lawScreens.article(law.id, lexId), on);
  const [, go] = useLocation();
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable], [role=dialog]')
      )
        return;
      const to = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : null;
      if (to) go(withOn(lawScreens.article(law.id, to.lexId), on));
    };
    document.addEventListener('keydown', turn);
    return () => document.removeEventListener('keydown', turn);
  }, [law.id, previous, next, on, go]);
  return (
    <nav aria-label="Artigos vizinhos" className="flex flex-wrap justify-between gap-3 border-line border-t pt-4">
      {previous ? (
        <ButtonLink href={hrefOf(previous.lexId)} variant="line">
          <ChevronLeft /> {nameOf(previous.label)}
        </ButtonLink>
      ) : (
        <span />
      )}
      {next && (
        <ButtonLink href={hrefOf(next.lexId)} variant="line">
          {nameOf(next.label)} <ChevronRight />
        </ButtonLink>
      )}
    </nav>
  );
}

function Lessons({ lessons }: Pick<LawArticlePage, 'lessons'>) {
  if (lessons.length === 0) return null;
  return (
    <Card title="Aulas que citam" aside={plural(lessons.length, 'aula', 'aulas')}>
      <ul className="grid gap-1">
        {lessons.map(({ id, title, quotes }) => (
          <li key={id}>
            <Link href={paths.lesson(id)} className="tappable wrap-anywhere">
              {title}
            </Link>
            <p className="wrap-anywhere text-ink-soft text-sm">{quotes.join('; ')}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NoArticle() {
  return (
    <NotFound
      title="Artigo não encontrado"
      text="A lei pode ter mudado, ou o endereço está incompleto."
      link={{ href: lawScreens.list, label: 'Ver as leis' }}
    />
  );
}
