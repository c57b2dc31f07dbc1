import { useInfiniteQuery } from '@tanstack/react-query';
import { ListChecks, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ESSAY_TITLE_MAX } from '#contract/exams/essay-limits.ts';
import { createTheme, essayKinds, type ThemeRow } from '#contract/exams/essay-themes.ts';
import { newKey } from '#web/lib/new-key.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Options } from '#web/ui/options.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Select } from '#web/ui/select.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { kindNames } from '../essay-words.ts';
import { authoredThemesQuery, useCreateTheme } from './themes.queries.ts';

const columns: Column<ThemeRow>[] = [
  {
    key: 'title',
    header: 'Tema',
    cell: ({ id, title }) => (
      <Link href={paths.teacherEssayTheme(id)} className="tappable font-strong text-ink no-underline hover:underline">
        {title}
      </Link>
    ),
  },
  { key: 'kind', header: 'Tipo', cell: ({ kind }) => kindNames[kind] },
  { key: 'essays', header: 'Entregues', align: 'end', cell: ({ essayCount }) => essayCount },
  { key: 'waiting', header: 'Esperando', align: 'end', cell: ({ waitingCount }) => waitingCount },
  { key: 'status', header: 'Situação', phone: 'plain', cell: (theme) => <ThemeStatus theme={theme} /> },
  { key: 'updated', header: 'Alterado', nowrap: true, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

type Status = Pick<ThemeRow, 'versionNumber' | 'isOpen' | 'hasUnpublishedChanges'>;

export function ThemeStatus({ theme: { versionNumber, isOpen, hasUnpublishedChanges } }: { theme: Status }) {
  if (versionNumber === null) return <Badge>Rascunho</Badge>;
  if (!isOpen) return <Badge tone="info">Fechado</Badge>;
  return hasUnpublishedChanges ? <Badge tone="sun">Mudanças por publicar</Badge> : <Badge tone="ok">Aberto</Badge>;
}

export default function AuthoredThemesScreen() {
  const user = useUser();
  const list = useInfiniteQuery(authoredThemesQuery);
  const [isCreating, setCreating] = useState(false);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page>
      <PageHeader
        title="Temas de redação"
        subtitle={isAdmin(user) ? 'Todos os temas da escola' : 'Os temas que você escreveu'}
        actions={
          <>
            <ButtonLink href={paths.teacherEssays} variant="line">
              <ListChecks /> Corrigir redações
            </ButtonLink>
            <Button onClick={() => setCreating(true)}>
              <Plus /> Novo tema
            </Button>
          </>
        }
      />
      {list.isError && !list.data ? (
        <LoadError of={list} title="Não conseguimos buscar os temas" />
      ) : (
        <Card flush>
          <Table
            caption="Temas de redação"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => String(id)}
            loading={list.isPending}
            empty={
              <EmptyState
                title="Nenhum tema ainda"
                text="Crie o primeiro: ele fica como rascunho até você publicar."
                action={<Button onClick={() => setCreating(true)}>Novo tema</Button>}
              />
            }
            rowActions={({ id, title }) => (
              <ButtonLink href={paths.teacherEssayTheme(id)} variant="line" size="sm">
                <Pencil /> Editar<span className="sr-only"> {title}</span>
              </ButtonLink>
            )}
          />
        </Card>
      )}
      <ShowMore pages={list} place="below" />
      <Dialog open={isCreating} onOpenChange={setCreating} title="Novo tema" size="sm">
        <NewThemeForm />
      </Dialog>
    </Page>
  );
}

function NewThemeForm() {
  const [, navigate] = useLocation();
  // A second click or a lost answer makes no second theme.
  const [creationKey] = useState(newKey);
  const create = useCreateTheme();
  const form = useForm({
    initial: { title: '', kind: 'essay' as string },
    schema: createTheme.body,
    onSubmit: ({ title, kind }) =>
      create.mutate(
        { title, kind, creationKey },
        { onSuccess: ({ id }) => navigate(paths.teacherEssayTheme(id)), onError: form.refused },
      ),
  });
  return (
    <form {...form.props} className="grid grid-cols-1 gap-4">
      <Field label="Tipo">
        <Select {...form.field('kind')}>
          <Options of={essayKinds} words={kindNames} />
        </Select>
      </Field>
      <Field label="Título" error={form.errors.title} help="Comando, textos e espelho vêm em seguida.">
        <Input {...form.field('title')} maxLength={ESSAY_TITLE_MAX} placeholder="Ex: Câmeras corporais na polícia" />
      </Field>
      <Button type="submit" busy={create.isPending} busyLabel="Criando..." className="md:justify-self-end">
        Criar tema
      </Button>
    </form>
  );
}
