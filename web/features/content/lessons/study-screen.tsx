import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { Subject } from '#contract/content/subjects.ts';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressChoices, useAddressText } from '#web/lib/use-address.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { NoLessonIllustration } from '#web/ui/illustrations/no-lesson.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { lessonsQuery } from './lessons.queries.ts';
import { progressQuery } from './reading.queries.ts';
import { StudyList } from './study-list.tsx';
import { groupLessons, studyRows } from './study-rows.ts';
import { splitSubjects } from './study-tabs.ts';

const ALL = 'all';

export default function StudyScreen() {
  const lessons = useQuery(lessonsQuery);
  const subjects = useQuery(subjectsQuery);
  const { text: search, setText: setSearch } = useAddressText();
  const [{ subject }, choose] = useAddressChoices({ subject: 'materia' });
  const chosen = subjects.data?.some(({ id }) => String(id) === subject) ? subject : ALL;
  const setTab = (value: string) => choose({ subject: value === ALL ? '' : value });
  const split = splitSubjects(subjects.data ?? [], lessons.data ?? [], chosen === ALL ? null : Number(chosen));
  const tabs = [
    { value: ALL, label: 'Todas as Matérias' },
    ...split.tabs.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const failed = lessons.error ?? subjects.error;

  return (
    <Page width="wide-form">
      <PageHeader
        title="Central de Estudos"
        subtitle="Todas as aulas em um só lugar, organizadas por matéria"
        actions={
          <>
            <ButtonLink href={paths.courses} variant="line" size="sm">
              Cursos
            </ButtonLink>
            <ButtonLink href={paths.quizzes} variant="line" size="sm">
              Simulados
            </ButtonLink>
            <ButtonLink href={paths.essayThemes} variant="line" size="sm">
              Redação
            </ButtonLink>
          </>
        }
      />
      <SearchInput
        label="Buscar aulas"
        placeholder="Buscar aulas..."
        value={search}
        onValueChange={setSearch}
        className="mb-4"
      />
      {failed && (
        <ErrorState
          title="Não conseguimos carregar as aulas"
          text={textOf(failed)}
          onRetry={() => Promise.all([lessons.refetch(), subjects.refetch()])}
          retrying={lessons.isFetching || subjects.isFetching}
        />
      )}
      {!failed && (lessons.isPending || subjects.isPending) && <StudySkeleton />}
      {!failed && lessons.data && subjects.data && (
        <Tabs
          label="Matérias"
          value={chosen}
          onValueChange={setTab}
          tabs={tabs}
          {...(split.others.length > 0 ? { aside: <OtherSubjects subjects={split.others} onChoose={setTab} /> } : {})}
        >
          <TabPanel value={chosen}>
            <Lessons subjectId={chosen === ALL ? null : Number(chosen)} search={search} />
          </TabPanel>
        </Tabs>
      )}
    </Page>
  );
}

/** Subjects without a tab: those without lessons and, when there are very many, the smaller ones. */
function OtherSubjects({ subjects, onChoose }: { subjects: Subject[]; onChoose: (value: string) => void }) {
  return (
    <Select
      aria-label="Outras matérias"
      value=""
      onChange={(event) => onChoose(event.target.value)}
      className="max-lg:mt-3 lg:mb-2 lg:w-56"
    >
      <option value="">Outras matérias ({subjects.length})</option>
      <NamedOptions of={subjects} />
    </Select>
  );
}

function Lessons({ subjectId, search }: { subjectId: number | null; search: string }) {
  const { data: lessons = [] } = useQuery(lessonsQuery);
  const { data: subjects = [] } = useQuery(subjectsQuery);
  const { data: progress } = useQuery(progressQuery);
  const wanted = useDeferredValue(search);
  const groups = useMemo(() => groupLessons(lessons, subjects), [lessons, subjects]);
  const standing = useMemo(() => new Map(progress?.map((row) => [row.lessonId, row])), [progress]);
  const rows = useMemo(
    () => studyRows(groups, standing, { subjectId, search: wanted }),
    [groups, standing, subjectId, wanted],
  );
  if (rows.length > 0) return <StudyList rows={rows} />;
  return wanted.trim() !== '' ? (
    <p role="status" className="py-12 text-center text-ink-soft">
      Nenhuma aula encontrada com esse termo de busca
    </p>
  ) : (
    <EmptyState
      illustration={<NoLessonIllustration />}
      title="Nenhuma aula disponível ainda"
      text="As aulas aparecem aqui assim que os professores as publicam."
    />
  );
}

function StudySkeleton() {
  return (
    <SkeletonGroup label="Carregando aulas…" className="grid gap-4">
      <div className="flex gap-5 border-line border-b pb-3">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-5 w-28" />
      </div>
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-64 w-full" />
    </SkeletonGroup>
  );
}
