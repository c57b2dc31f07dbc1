import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { type Category, categories, type Difficulty, difficulties } from '../../../contract/courses.ts';
import { textOf } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { isAuthor, useUser } from '../../lib/session.ts';
import { useAddressChoices, useAddressText } from '../../lib/use-address.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { NoLessonIllustration } from '../../ui/illustrations/no-lesson.tsx';
import { Options } from '../../ui/options.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { CourseCard } from './course-card.tsx';
import { categoryLabels, difficultyLabels } from './course-labels.ts';
import { type CourseFilter, coursesQuery } from './courses.queries.ts';

const everything: CourseFilter = { search: '', category: '', difficulty: '' };

export default function CoursesScreen() {
  const user = useUser();
  const { text, setText, rested } = useAddressText();
  const [chosen, choose] = useAddressChoices({ category: 'categoria', difficulty: 'nivel' });
  const filter: CourseFilter = {
    search: text,
    category: categories.find((one) => one === chosen.category) ?? '',
    difficulty: difficulties.find((one) => one === chosen.difficulty) ?? '',
  };
  const setFilter = ({ search, category, difficulty }: CourseFilter) => {
    setText(search);
    if (category !== filter.category || difficulty !== filter.difficulty) choose({ category, difficulty });
  };
  const courses = useInfiniteQuery(coursesQuery({ ...filter, search: rested }));
  const total = courses.data?.pages[0]?.total;
  return (
    <Page>
      <PageHeader
        title="Cursos"
        subtitle="Aulas e simulados na ordem certa, com seu progresso em cada um"
        actions={
          isAuthor(user) && (
            <Link href={paths.teacher} className={buttonClass({ variant: 'line' })}>
              Área do professor
            </Link>
          )
        }
      />
      <Filters filter={filter} onChange={setFilter} />
      <p role="status" className="mb-4 text-ink-soft text-sm">
        {total === undefined ? ' ' : plural(total, 'curso', 'cursos')}
      </p>
      {courses.isError ? (
        <ErrorState
          title="Não conseguimos carregar os cursos"
          text={textOf(courses.error)}
          onRetry={() => courses.refetch()}
          retrying={courses.isFetching}
        />
      ) : courses.isPending ? (
        <SkeletonGroup className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
          <Skeleton className="h-72 rounded-card" />
        </SkeletonGroup>
      ) : total === 0 ? (
        <NoCourses filter={filter} onClear={() => setFilter(everything)} />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {courses.data.pages
            .flatMap(({ items }) => items)
            .map((course) => (
              <li key={course.id} className="grid">
                <CourseCard course={course} />
              </li>
            ))}
        </ul>
      )}
      <ShowMore pages={courses} place="below" />
    </Page>
  );
}

type FiltersProps = { filter: CourseFilter; onChange: (filter: CourseFilter) => void };

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <div className="mb-4 grid gap-3 md:grid-cols-[1fr_auto_auto] md:items-end">
      <SearchInput
        label="Buscar cursos"
        placeholder="Buscar cursos..."
        value={filter.search}
        onValueChange={(search) => onChange({ ...filter, search })}
      />
      <Field label="Categoria" hideLabel>
        <Select
          value={filter.category}
          onChange={(event) => onChange({ ...filter, category: event.target.value as Category | '' })}
        >
          <option value="">Todas as categorias</option>
          <Options of={categories} words={categoryLabels} />
        </Select>
      </Field>
      <Field label="Nível" hideLabel>
        <Select
          value={filter.difficulty}
          onChange={(event) => onChange({ ...filter, difficulty: event.target.value as Difficulty | '' })}
        >
          <option value="">Todos os níveis</option>
          <Options of={difficulties} words={difficultyLabels} />
        </Select>
      </Field>
    </div>
  );
}

function NoCourses({ filter, onClear }: { filter: CourseFilter; onClear: () => void }) {
  const filtered = filter.search.trim() !== '' || filter.category !== '' || filter.difficulty !== '';
  return filtered ? (
    <EmptyState
      title="Nenhum curso encontrado"
      text="Tente outro termo ou tire os filtros."
      action={
        <Button variant="line" onClick={onClear}>
          Limpar filtros
        </Button>
      }
    />
  ) : (
    <EmptyState
      illustration={<NoLessonIllustration />}
      title="Nenhum curso publicado ainda"
      text="Quando um professor publicar um curso, ele aparece aqui. Enquanto isso, as aulas estão na Central de Estudos."
      action={
        <Link href={paths.study} className={buttonClass({ variant: 'line' })}>
          Ir para a Central de Estudos
        </Link>
      }
    />
  );
}
