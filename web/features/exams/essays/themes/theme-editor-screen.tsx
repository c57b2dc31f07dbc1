import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { getAuthoredTheme } from '#contract/exams/essay-themes.ts';
import { isRefused } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ThemeEditor } from './theme-editor.tsx';
import { authoredThemeQuery } from './themes.queries.ts';

export default function ThemeEditorScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const theme = useQuery({ ...authoredThemeQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getAuthoredTheme>(theme.error, 'not_found');
  usePageTitle(isMissing ? 'Tema não encontrado' : theme.data && `Editar: ${theme.data.draft.title}`);
  return (
    <Page width="wide-form">
      <BackTo href={paths.teacherEssayThemes}>Todos os temas</BackTo>
      {theme.data && <ThemeEditor key={id} stored={theme.data} />}
      {!theme.data && <h1 className="sr-only">Editar tema</h1>}
      {isMissing && <EmptyState title="Tema não encontrado" text="Ele é de outro professor, ou não existe." />}
      {theme.isError && !isMissing && !theme.data && <LoadError of={theme} title="Não conseguimos abrir o tema" />}
      {theme.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-9 w-1/2', 'h-64', 'h-64']} />}
    </Page>
  );
}
