import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link } from 'wouter';
import { STOPPED_AFTER_DAYS } from '#contract/limits.ts';
import { percentOf } from '#contract/percent.ts';
import {
  type CourseReport,
  exportQuizReports,
  exportReports,
  type QuizReport,
  type ReportTotals,
} from '#contract/study/reports.ts';
import { addressOf } from '#web/lib/api.ts';
import { formatShare, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { courseReportsQuery, quizReportsQuery, reportsQuery } from './reports.queries.ts';
import { WeekBars } from './week-bars.tsx';

/** On a phone a short title has a separate row and is large enough to be pressed. */
const titleLink = 'link font-strong max-md:inline-flex max-md:min-h-11 max-md:items-center';

const ofAll = (part: number, all: number) => (all === 0 ? '—' : formatShare(percentOf(part, all)));

const courseColumns: Column<CourseReport>[] = [
  {
    key: 'title',
    header: 'Curso',
    cell: (course) => (
      <Link href={paths.courseReport(course.id)} className={titleLink}>
        {course.title}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: (course) => (course.isPublished ? <Badge tone="ok">Publicado</Badge> : <Badge icon={null}>Rascunho</Badge>),
    phone: 'aside',
  },
  { key: 'students', header: 'Alunos', cell: (course) => course.students, align: 'end' },
  { key: 'new', header: 'Novos em 30 dias', cell: (course) => course.newStudents, align: 'end' },
  {
    key: 'completed',
    header: 'Concluíram',
    cell: (course) => `${course.completed}\u00a0(${ofAll(course.completed, course.students)})`,
    align: 'end',
  },
  {
    key: 'stopped',
    header: 'Pararam',
    cell: (course) => `${course.stopped}\u00a0(${ofAll(course.stopped, course.students)})`,
    align: 'end',
  },
];

const percent = (value: number | null) => (value === null ? '—' : formatShare(value));

const quizColumns: Column<QuizReport>[] = [
  {
    key: 'title',
    header: 'Simulado',
    cell: (quiz) => (
      <Link href={paths.quizStatistics(quiz.id)} className={titleLink}>
        {quiz.title}
      </Link>
    ),
  },
  { key: 'students', header: 'Alunos', cell: (quiz) => quiz.students, align: 'end' },
  { key: 'attempts', header: 'Tentativas', cell: (quiz) => quiz.attempts, align: 'end' },
  { key: 'average', header: 'Média de acertos', cell: (quiz) => percent(quiz.averagePercent), align: 'end' },
  { key: 'passed', header: 'Aprovação', cell: (quiz) => percent(quiz.passedPercent), align: 'end' },
];

export default function ReportsScreen() {
  const reports = useQuery(reportsQuery);
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <PageHeader
        className="mb-0"
        title="Relatórios"
        subtitle="Quem entrou, quem concluiu, quem parou e como vão os simulados"
        actions={
          <>
            <a href={addressOf(exportReports)} download className={buttonClass({ variant: 'line' })}>
              <Download /> Cursos (CSV)
            </a>
            <a href={addressOf(exportQuizReports)} download className={buttonClass({ variant: 'line' })}>
              <Download /> Simulados (CSV)
            </a>
          </>
        }
      />
      {reports.isError && <LoadError of={reports} title="Não conseguimos carregar os relatórios" />}
      {reports.isPending && (
        <SkeletonGroup className="grid gap-4 md:gap-6" blocks={['h-28 rounded-card', 'h-72 rounded-card']} />
      )}
      {reports.data && (
        <>
          <Totals totals={reports.data.totals} />
          <Card title="Matrículas e conclusões" aside="Últimas 12 semanas">
            <WeekBars weeks={reports.data.weeks} />
          </Card>
        </>
      )}
      <Courses />
      <Quizzes />
    </Page>
  );
}

const titled = (title: string, total: number | undefined) => (total ? `${title} (${total})` : title);

function Courses() {
  const courses = useInfiniteQuery(courseReportsQuery);
  if (courses.isError && !courses.data) return <LoadError of={courses} title="Não conseguimos carregar os cursos" />;
  return (
    <Card
      flush
      title={titled('Cursos', courses.data?.pages[0]?.total)}
      aside={`Parou: sem estudar há mais de ${plural(STOPPED_AFTER_DAYS, 'dia', 'dias')}`}
    >
      <Table
        caption="Cursos"
        columns={courseColumns}
        rows={courses.data?.pages.flatMap(({ items }) => items) ?? []}
        rowKey={(course) => String(course.id)}
        loading={courses.isPending}
        empty={<p className="px-4 pb-5 text-ink-soft md:px-5">Você ainda não tem cursos.</p>}
      />
      <ShowMore pages={courses} place="card" />
    </Card>
  );
}

function Quizzes() {
  const quizzes = useInfiniteQuery(quizReportsQuery);
  if (quizzes.isError && !quizzes.data) return <LoadError of={quizzes} title="Não conseguimos carregar os simulados" />;
  return (
    <Card flush title={titled('Simulados', quizzes.data?.pages[0]?.total)} aside="Abra um para ver questão por questão">
      <Table
        caption="Simulados"
        columns={quizColumns}
        rows={quizzes.data?.pages.flatMap(({ items }) => items) ?? []}
        rowKey={(quiz) => String(quiz.id)}
        loading={quizzes.isPending}
        empty={<p className="px-4 pb-5 text-ink-soft md:px-5">Nenhum simulado publicado ainda.</p>}
      />
      <ShowMore pages={quizzes} place="card" />
    </Card>
  );
}

/** A student of two courses is enrolled twice: the words say enrolments, not people. */
function Totals({ totals }: { totals: ReportTotals }) {
  const { students, newStudents, completed, stopped } = totals;
  const share = (part: number) => (students === 0 ? 'sem matrículas' : `${ofAll(part, students)} das matrículas`);
  return (
    <section aria-label="Todos os cursos" className="stat-grid">
      <Stat label="Matrículas" value={students} note="ativas agora" />
      <Stat label="Novas matrículas" value={newStudents} note="em 30 dias" />
      <Stat label="Conclusões" value={completed} note={share(completed)} />
      <Stat label="Pararam" value={stopped} note={share(stopped)} />
    </section>
  );
}
