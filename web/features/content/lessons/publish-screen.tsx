import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { BookMarked, PenLine, Trash } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { prefetchEditor } from '#web/editor/lazy-editor.tsx';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { useAddressChoices, useAddressText } from '#web/lib/use-address.ts';
import { useAsked } from '#web/lib/use-asked.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NoLessonIllustration } from '#web/ui/illustrations/no-lesson.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { DeletedLessonsDialog } from './deleted-lessons-dialog.tsx';
import { type LessonFilter, lessonPagesQuery } from './lessons.queries.ts';
import { PublishedRow } from './published-row.tsx';
import { SubjectsDialog } from './subjects-dialog.tsx';
import { UncaptionedNotice } from './uncaptioned-notice.tsx';
import { useLessonWriting } from './use-lesson-writing.tsx';
import { DraftsList } from './writing/drafts-list.tsx';

export default function PublishScreen() {
  const { writeNew, edit, dialogs } = useLessonWriting();
  useAsked('novo', writeNew);
  const user = useUser();
  const [open, setOpen] = useState<'deleted' | 'subjects' | null>(null);
  const { text: search, setText: setSearch, rested } = useAddressText();
  const [choices, choose] = useAddressChoices({ subject: 'materia', whose: 'autor' });
  const subjectId = Number(choices.subject) || undefined;
  const mine = choices.whose === 'eu';
  const filter = { search: rested, subjectId, mine };
  const subjects = useQuery(subjectsQuery);

  return (
    <Page width="wide-form">
      <PageHeader
        title="Central de Publicação"
        subtitle="Publicar uma aula é tão simples quanto escrever um e-mail."
        actions={
          <>
            <Link
              href={paths.writeLesson('new')}
              onPointerEnter={prefetchEditor}
              onFocus={prefetchEditor}
              className={buttonClass({ variant: 'line', className: 'max-md:w-full' })}
            >
              <PenLine /> Escrever em página inteira
            </Link>
            <Button
              onClick={writeNew}
              onPointerEnter={prefetchEditor}
              onFocus={prefetchEditor}
              className="max-md:w-full"
            >
              Publicar Nova Aula
            </Button>
          </>
        }
      />
      <DraftsList />
      <UncaptionedNotice />
      <div className="mb-4 grid items-center gap-3 md:grid-cols-[1fr_240px_auto]">
        <SearchInput
          label="Buscar nas aulas publicadas"
          placeholder="Buscar por título..."
          value={search}
          onValueChange={setSearch}
        />
        <Select
          aria-label="Filtrar por matéria"
          value={subjectId ?? ''}
          onChange={(event) => choose({ subject: event.target.value })}
        >
          <option value="">Todas as matérias</option>
          <NamedOptions of={subjects.data} />
        </Select>
        <Checkbox
          label="Só as minhas"
          checked={mine}
          onChange={(event) => choose({ whose: event.target.checked ? 'eu' : '' })}
        />
      </div>
      <PublishedLessons filter={filter} onEdit={edit} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="line" size="sm" onClick={() => setOpen('deleted')}>
          <Trash /> Aulas excluídas
        </Button>
        {isAdmin(user) && (
          <Button variant="line" size="sm" onClick={() => setOpen('subjects')}>
            <BookMarked /> Gerenciar matérias
          </Button>
        )}
      </div>
      {open === 'deleted' && <DeletedLessonsDialog onClose={() => setOpen(null)} />}
      {open === 'subjects' && <SubjectsDialog onClose={() => setOpen(null)} />}
      {dialogs}
    </Page>
  );
}

type PublishedLessonsProps = { filter: LessonFilter; onEdit: (lesson: { id: number }) => Promise<void> };

function PublishedLessons({ filter, onEdit }: PublishedLessonsProps) {
  const lessons = useInfiniteQuery(lessonPagesQuery(filter));
  const subjects = useQuery(subjectsQuery);
  const rows = lessons.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = lessons.data?.pages[0]?.total ?? 0;
  const isFiltered = filter.search !== '' || filter.subjectId !== undefined || filter.mine;
  const names = new Map(subjects.data?.map(({ id, name }) => [id, name]));

  return (
    <section aria-labelledby="published">
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h2 id="published" className="text-md">
          Aulas Publicadas
        </h2>
        {lessons.data && (
          <p aria-live="polite" className="text-ink-soft text-sm tabular-nums">
            {plural(total, 'aula', 'aulas')}
          </p>
        )}
      </div>
      {lessons.isPending && <RowSkeletons />}
      {lessons.isError && !lessons.data && <LoadError of={lessons} title="Não conseguimos carregar as aulas" />}
      {lessons.data && rows.length === 0 && <NothingPublished isFiltered={isFiltered} />}
      {rows.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {rows.map((lesson) => (
            <PublishedRow
              key={lesson.id}
              lesson={lesson}
              subjectName={lesson.subjectId === null ? undefined : names.get(lesson.subjectId)}
              onEdit={onEdit}
            />
          ))}
        </ul>
      )}
      {lessons.hasNextPage && (
        <Button
          variant="line"
          className="mt-4 w-full"
          busy={lessons.isFetchingNextPage}
          busyLabel="Carregando..."
          onClick={() => lessons.fetchNextPage()}
        >
          Mostrar mais ({rows.length} de {total})
        </Button>
      )}
    </section>
  );
}

function NothingPublished({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return <EmptyState title="Nenhuma aula encontrada" text="Tente outra palavra ou outra matéria." headingLevel={3} />;
  }
  return (
    <div className="grid justify-items-center gap-4 px-5 py-8 text-center">
      <NoLessonIllustration className="w-50" />
      <p className="max-w-[44ch]">
        Nenhuma aula publicada ainda. Clique no botão acima para publicar sua primeira aula!
      </p>
    </div>
  );
}

function RowSkeletons() {
  return (
    <SkeletonGroup className="divide-y divide-line rounded-card border border-line bg-surface">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className="grid gap-2 px-5 py-4">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-3.5 w-1/3" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
