import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { EssayOfTheme, OpenTheme } from '#contract/exams/essays.ts';
import { formatDateTime, formatPoints, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { aboutOf, kindNames } from '../essay-words.ts';
import { returnedQuery, themesQuery } from './essays.queries.ts';
import { ReturnedLine } from './returned-line.tsx';

/** The essays of a student: themes to write, essays being graded, returned essays. */
export function ThemesScreen() {
  const themes = useInfiniteQuery(themesQuery);
  const returned = useQuery(returnedQuery);
  const rows = themes.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page width="wide-form">
      <PageHeader title="Redação" subtitle="Escreva na folha da prova e receba a correção pelo espelho da banca" />
      {themes.isError && !themes.data && <LoadError of={themes} title="Não conseguimos buscar os temas" />}
      {themes.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-20', 'h-20', 'h-20']} />}
      {themes.data && rows.length === 0 && (
        <EmptyState title="Nenhum tema aberto" text="Quando um professor publicar um tema, ele aparece aqui." />
      )}
      {rows.length > 0 && (
        <Card flush title="Temas">
          <ul className="divide-y divide-line border-line border-t">
            {rows.map((theme) => (
              <ThemeRow key={theme.id} theme={theme} />
            ))}
          </ul>
        </Card>
      )}
      <ShowMore pages={themes} place="below" />
      {returned.data && returned.data.length > 0 && <ReturnedLine essays={returned.data} />}
    </Page>
  );
}

function ThemeRow({ theme }: { theme: OpenTheme }) {
  const { id, kind, title, maxLines, minutes, total, mine } = theme;
  return (
    <li>
      <Link
        href={paths.essayTheme(id)}
        className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-ink no-underline hover:bg-hover md:px-5"
      >
        <span className="min-w-0">
          <span className="wrap-anywhere block font-strong">{title}</span>
          <span className="block text-ink-soft text-sm">
            {kindNames[kind]}, {plural(maxLines, 'linha', 'linhas')}
            {minutes !== null && `, ${minutes} min`}, vale {formatPoints(total)}
            {aboutOf(theme).map((one) => ` · ${one}`)}
          </span>
        </span>
        {mine && <MineBadge mine={mine} total={total} />}
      </Link>
    </li>
  );
}

function MineBadge({ mine, total }: { mine: EssayOfTheme; total: number }) {
  if (mine.state === 'writing') {
    return <Badge tone="sun">Rascunho, {plural(mine.lines, 'linha', 'linhas')}</Badge>;
  }
  if (mine.state === 'delivered') {
    return (
      <Badge tone="info" className="max-md:whitespace-normal">
        Em correção{mine.dueAt && `, até ${formatDateTime(mine.dueAt)}`}
      </Badge>
    );
  }
  return (
    <Badge tone="ok">
      Nota {formatPoints(mine.score ?? 0)} de {formatPoints(total)}
    </Badge>
  );
}
