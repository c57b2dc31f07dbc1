import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import type { getCourseStats, listCourseStudents } from '#contract/content/courses.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { formatDate, formatDecimal, formatPercent, plural } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { BarList } from './bar-list.tsx';
import { CourseFailure } from './course-screen.tsx';
import { courseStatsQuery, courseStudentsQuery } from './courses.queries.ts';

type Stats = ResponseOf<typeof getCourseStats>;
type Student = ResponseOf<typeof listCourseStudents>[number];

export default function CourseStatsScreen() {
  const { id } = useParams<{ id: string }>();
  const stats = useQuery(courseStatsQuery(Number(id)));
  usePageTitle(stats.data && `Estatísticas: ${stats.data.course.title}`);
  if (stats.isError) return <CourseFailure error={stats.error} onRetry={() => stats.refetch()} />;
  if (!stats.data) {
    return (
      <Page>
        <SkeletonGroup className="grid gap-4" blocks={['h-10 w-2/3', 'h-28 rounded-card', 'h-72 rounded-card']} />
      </Page>
    );
  }
  return <CourseStats stats={stats.data} />;
}

function CourseStats({ stats }: { stats: Stats }) {
  const { course } = stats;
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <PageHeader
        className="mb-0"
        eyebrow={
          <Link href={paths.teacher} className="link">
            Área do professor
          </Link>
        }
        title={course.title}
        subtitle="Estatísticas do curso"
        actions={
          <ButtonLink href={paths.editCourse(course.id)} variant="line">
            Editar curso
          </ButtonLink>
        }
      />
      <section aria-label="Números do curso" className="stat-grid">
        <Stat label="Alunos" value={stats.students} note={`${stats.newStudents} nos últimos 30 dias`} />
        <Stat label="Concluíram" value={stats.completions} note="desde o início" />
        <Stat
          label="Progresso médio"
          value={stats.averageProgress === null ? '—' : formatPercent(stats.averageProgress / 100)}
          note={stats.averageProgress === null ? 'sem alunos ou sem conteúdo' : 'dos alunos matriculados'}
        />
        <Stat
          label="Avaliação média"
          value={stats.averageRating === null ? '—' : formatDecimal(stats.averageRating)}
          unit={stats.averageRating !== null && 'de 5'}
          note={stats.averageRating === null ? 'sem avaliações' : ratingCount(stats)}
        />
      </section>
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]">
        <Card title="Conclusão por item">
          {stats.items.length === 0 ? (
            <p className="text-ink-soft">O curso ainda não tem aulas nem simulados.</p>
          ) : (
            <BarList
              caption="Alunos que concluíram cada item"
              columns={['Item', 'Alunos']}
              rows={stats.items.map((item, index) => ({
                key: `${item.kind}${item.id}`,
                label: `${index + 1}. ${item.title}`,
                share: stats.students === 0 ? 0 : item.done / stats.students,
                value: `${item.done} de ${stats.students}`,
              }))}
            />
          )}
        </Card>
        <Card title="Avaliações">
          <BarList
            caption="Quantas avaliações de cada nota"
            columns={['Nota', 'Avaliações']}
            rows={stats.ratings
              .map((count, index) => ({
                key: String(index),
                label: plural(index + 1, 'estrela', 'estrelas'),
                share: count / Math.max(1, sum(stats.ratings)),
                value: String(count),
              }))
              .reverse()}
          />
        </Card>
      </div>
      <Students courseId={course.id} />
    </Page>
  );
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const ratingCount = ({ ratings }: Stats) => plural(sum(ratings), 'avaliação', 'avaliações');

const columns: Column<Student>[] = [
  { key: 'name', header: 'Aluno', cell: ({ name }) => <span className="font-strong">{name}</span> },
  { key: 'enrolledAt', header: 'Matrícula', cell: ({ enrolledAt }) => formatDate(enrolledAt), nowrap: true },
  { key: 'done', header: 'Itens', cell: ({ done, total }) => `${done} de ${total}`, align: 'end', nowrap: true },
  {
    key: 'progress',
    header: 'Progresso',
    cell: ({ progress }) => formatPercent(progress / 100),
    align: 'end',
  },
  {
    key: 'completedAt',
    header: 'Situação',
    cell: ({ completedAt }) =>
      completedAt ? <Badge tone="ok">Concluído em {formatDate(completedAt)}</Badge> : 'Em andamento',
    phone: 'plain',
  },
];

function Students({ courseId }: { courseId: number }) {
  const students = useInfiniteQuery(courseStudentsQuery(courseId));
  const total = students.data?.pages[0]?.total;
  return (
    <Card flush title="Quem acompanha" aside={total !== undefined && plural(total, 'aluno', 'alunos')}>
      {students.isError && !students.data ? (
        <LoadError of={students} title="Não conseguimos carregar os alunos" headingLevel={3} />
      ) : (
        <Table
          caption="Alunos do curso"
          columns={columns}
          rows={students.data?.pages.flatMap(({ items }) => items) ?? []}
          rowKey={({ id }) => id}
          loading={students.isPending}
          empty={
            <EmptyState
              headingLevel={3}
              title="Nenhum aluno ainda"
              text="Quem se matricular aparece aqui, com o progresso de cada um."
            />
          }
        />
      )}
      <ShowMore pages={students} place="card" />
    </Card>
  );
}
