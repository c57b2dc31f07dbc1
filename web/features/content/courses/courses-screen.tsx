import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { courseChoices } from '#contract/content/course-list.ts';
import { type Category, categories, type Difficulty, difficulties } from '#contract/content/courses.ts';
import { formatDayAndMonth } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { isAuthor, useUser } from '#web/lib/session.ts';
import { useAddressChoices, useAddressText } from '#web/lib/use-address.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { NoLessonIllustration } from '#web/ui/illustrations/no-lesson.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Options } from '#web/ui/options.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { CourseCard } from './course-card.tsx';
import { categoryLabels, difficultyLabels } from './course-labels.ts';
import { type CourseCounts, type CourseFilter, courseCountsQuery, coursesQuery } from './courses.queries.ts';

const everything: CourseFilter = { search: '', category: '', difficulty: '', show: 'all' };

export default function CoursesScreen() {
  const user = useUser();
  const { text, setText, rested } = useAddressText();
  const [chosen, choose] = useAddressChoices({ category: 'categoria', difficulty: 'nivel', show: 'mostrar' });
  const filter: CourseFilter = {
    search: text,
    category: categories.find((one) => one === chosen.category) ?? '',
    difficulty: difficulties.find((one) => one === chosen.difficulty) ?? '',
    show: courseChoices.find((one) => one === chosen.show) ?? 'all',
  };
  const setFilter = ({ search, category, difficulty, show }: CourseFilter) => {
    setText(search);
    if (category !== filter.category || difficulty !== filter.difficulty || show !== filter.show)
      choose({ category, difficulty, show: show === 'all' ? '' : show });
  };
  const counts = useQuery(courseCountsQuery).data;
  const courses = useInfiniteQuery(coursesQuery({ ...filter, search: rested }));
  const total = courses.data?.pages[0]?.total;
  return (
    <Page>
      <PageHeader
        title="Cursos"
        subtitle={
          filter.show === 'exam' && counts?.exam
            ? `Com aulas do que cai na sua prova: ${counts.exam.name}, ${formatDayAndMonth(counts.exam.date)}.`
            : 'Aulas e simulados na ordem certa, com seu progresso em cada um'
        }
        actions={
          isAuthor(user) ? (
            <ButtonLink href={paths.teacher} variant="line">
              Área do professor
            </ButtonLink>
          ) : (
            counts &&
            (counts.exam || counts.started > 0) && (
              <Chips
                label="Mostrar"
                value={filter.show}
                onValueChange={(show) => setFilter({ ...filter, show })}
                chips={chipsOf(counts)}
              />
            )
          )
        }
      />
      <Filters filter={filter} onChange={setFilter} />
      <p role="status" className="mb-4 text-ink-soft text-sm">
        {total === undefined ? ' ' : plural(total, 'curso', 'cursos')}
      </p>
      {courses.isError && !courses.data ? (
        <LoadError of={courses} title="Não conseguimos carregar os cursos" />
      ) : courses.isPending ? (
        <SkeletonGroup
          className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
          blocks={['h-72 rounded-card', 'h-72 rounded-card', 'h-72 rounded-card']}
        />
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

/** A choice that would leave nothing is not offered. */
const chipsOf = ({ all, started, exam }: CourseCounts) => [
  ...(exam && exam.courses > 0 ? [{ value: 'exam' as const, label: 'Da minha prova', count: exam.courses }] : []),
  ...(started > 0 ? [{ value: 'started' as const, label: 'Em andamento', count: started }] : []),
  { value: 'all' as const, label: 'Todos', count: all },
];

type FiltersProps = { filter: CourseFilter; onChange: (filter: CourseFilter) => void };

function Filters({ filter, onChange }: FiltersProps) {
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 *:first:col-span-full md:grid-cols-[1fr_auto_auto] md:items-end md:*:first:col-span-1">
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
  const filtered =
    filter.search.trim() !== '' || filter.category !== '' || filter.difficulty !== '' || filter.show !== 'all';
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
        <ButtonLink href={paths.study} variant="line">
          Ir para a Central de Estudos
        </ButtonLink>
      }
    />
  );
}
