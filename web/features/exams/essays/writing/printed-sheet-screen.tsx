import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'wouter';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import type { getTheme } from '#contract/exams/essays.ts';
import { isRefused } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { kindNames, themeCode } from '../essay-words.ts';
import { themeQuery } from './essays.queries.ts';
import './printed-sheet.css';

/** The ruled sheet of a theme, to be printed and written on by hand. */
export function PrintedSheetScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const theme = useQuery({ ...themeQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getTheme>(theme.error, 'not_found');
  usePageTitle(isMissing ? 'Tema não encontrado' : theme.data && `Folha: ${theme.data.theme.title}`);
  return (
    <Page className="essay-print">
      <div className="print:hidden">
        <BackTo href={isMissing ? paths.essayThemes : paths.essayTheme(id)}>
          {isMissing ? 'Redações' : 'Voltar ao tema'}
        </BackTo>
        <PageHeader
          title="Folha para imprimir"
          subtitle="Em A4. Escreva com caneta escura, uma linha por linha, e fotografe a folha inteira, com luz."
          actions={
            theme.data && (
              <Button onClick={() => print()}>
                <Printer /> Imprimir
              </Button>
            )
          }
        />
      </div>
      {theme.data && <Sheet id={id} theme={theme.data.theme} />}
      {isMissing && <EmptyState title="Tema não encontrado" text="Ele foi fechado, ou o endereço está incompleto." />}
      {theme.isError && !isMissing && !theme.data && <LoadError of={theme} title="Não conseguimos abrir a folha" />}
      {theme.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-9 w-1/2', 'h-[60dvh]']} />}
    </Page>
  );
}

/** Lines of an A4 page, as on the sheet of an exam. */
const PAGE_LINES = 30;

/** Each page has the code of the theme: they are photographed one by one. */
function Sheet({ id, theme }: { id: number; theme: PublishedTheme }) {
  const pages = Math.ceil(theme.maxLines / PAGE_LINES);
  return Array.from({ length: pages }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pages of a sheet never change places
    <SheetPage key={at} id={id} theme={theme} page={at + 1} pages={pages} />
  ));
}

type SheetPageProps = { id: number; theme: PublishedTheme; page: number; pages: number };

function SheetPage({ id, theme: { kind, title, maxLines, minLines }, page, pages }: SheetPageProps) {
  const from = (page - 1) * PAGE_LINES;
  const lines = Math.min(PAGE_LINES, maxLines - from);
  const ofPages = pages > 1 ? `, página ${page} de ${pages}` : '';
  return (
    <section aria-label={`Folha de ${maxLines} linhas${ofPages}`} className="essay-paper">
      <header className="mb-3 flex items-end justify-between gap-4 border-ink border-b-2 pb-2">
        <div className="min-w-0">
          <p className="text-sm">
            {kindNames[kind]}, {maxLines} linhas, mínimo {minLines}
            {ofPages}
          </p>
          <h2 className="wrap-anywhere text-md">{title}</h2>
        </div>
        <p className="shrink-0 font-strong tabular-nums">{themeCode(id)}</p>
      </header>
      <ol aria-label="Linhas" start={from + 1}>
        {Array.from({ length: lines }, (_, index) => from + index + 1).map((number) => (
          <li key={number} className="essay-rule">
            <span className={number % 5 === 0 ? 'font-strong' : undefined}>{number}</span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-xs">Não assine nem escreva o seu nome: quem corrige não sabe de quem é a redação.</p>
    </section>
  );
}
