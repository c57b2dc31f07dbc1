import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download } from 'lucide-react';
import { Link, useParams } from 'wouter';
import type { getCourse } from '#contract/content/courses.ts';
import { STOPPED_AFTER_DAYS } from '#contract/limits.ts';
import {
  exportStudents,
  type listReportedStudents,
  type ReportedStudent,
  type StudentStanding,
} from '#contract/study/reports.ts';
import { ProvenDownload } from '#web/features/platform/users/proven-download.tsx';
import { addressOf, isRefused, textOf } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatDate, formatPercent, plural } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressChoice } from '#web/lib/use-address.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { reportedCourseQuery, reportedStudentsQuery } from './reports.queries.ts';

const tabs: { value: StudentStanding; label: string }[] = [
  { value: 'all', label: 'Todos' },
  { value: 'stopped', label: 'Pararam' },
  { value: 'completed', label: 'Concluíram' },
];

const nobody: Record<StudentStanding, string> = {
  all: 'Ninguém se matriculou ainda.',
  stopped: `Ninguém parou: todos estudaram nos últimos ${STOPPED_AFTER_DAYS} dias ou já concluíram.`,
  completed: 'Ninguém concluiu ainda.',
};

const columns: Column<ReportedStudent>[] = [
  { key: 'name', header: 'Aluno', cell: (student) => <span className="font-strong">{student.name}</span> },
  { key: 'standing', header: 'Situação', cell: (student) => <Standing student={student} />, phone: 'aside' },
  {
    key: 'progress',
    header: 'Progresso',
    cell: (student) => `${formatPercent(student.progress / 100)} (${student.done} de ${student.total})`,
    align: 'end',
  },
  { key: 'enrolled', header: 'Matrícula', cell: (student) => formatDate(student.enrolledAt), nowrap: true },
  {
    key: 'last',
    header: 'Último estudo',
    cell: (student) => (student.lastStudyDay ? formatDay(student.lastStudyDay) : 'nunca'),
    nowrap: true,
  },
];

function Standing({ student }: { student: ReportedStudent }) {
  if (student.completedAt) return <Badge tone="ok">Concluiu</Badge>;
  return student.stopped ? <Badge tone="bad">Parou</Badge> : <Badge icon={null}>Estudando</Badge>;
}

export default function CourseReportScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const [standing, setStanding] = useAddressChoice<StudentStanding>('situacao', ['all', 'stopped', 'completed']);
  const course = useQuery(reportedCourseQuery(id));
  const isMissing = isRefused<typeof getCourse>(course.error, 'not_found');
  usePageTitle(isMissing ? 'Curso não encontrado' : course.data && `Alunos: ${course.data.title}`);
  return (
    <Page>
      <Link href={paths.teacherReports} className="link mb-2 inline-flex min-h-11 items-center gap-2 max-md:hidden">
        <ArrowLeft /> Relatórios
      </Link>
      <PageHeader
        title={course.data?.title ?? 'Alunos do curso'}
        subtitle="Quem está matriculado e como anda"
        actions={
          <>
            <ProvenDownload href={addressOf(exportStudents, { params: { id }, query: { standing } })}>
              <Download /> Exportar (CSV)
            </ProvenDownload>
            <ButtonLink href={paths.classMap(id)} variant="line">
              Mapa da turma
            </ButtonLink>
          </>
        }
      />
      <Tabs
        label="Situação"
        value={standing}
        onValueChange={(value) => setStanding(value as StudentStanding)}
        tabs={tabs}
      >
        <TabPanel value={standing}>
          <Students id={id} standing={standing} />
        </TabPanel>
      </Tabs>
    </Page>
  );
}

function Students({ id, standing }: { id: number; standing: StudentStanding }) {
  const students = useInfiniteQuery(reportedStudentsQuery(id, standing));
  const rows = students.data?.pages.flatMap((page) => page.items) ?? [];
  const total = students.data?.pages[0]?.total;
  if (students.isError && !students.data) {
    const isMissing = isRefused<typeof listReportedStudents>(students.error, 'not_found');
    return (
      <ErrorState
        title={isMissing ? 'Curso não encontrado' : 'Não conseguimos carregar os alunos'}
        text={isMissing ? 'Ele não existe ou é de outro professor.' : textOf(students.error)}
        {...(isMissing ? {} : { onRetry: () => students.refetch(), retrying: students.isFetching })}
      />
    );
  }
  return (
    <Card flush aside={total === undefined ? undefined : plural(total, 'aluno', 'alunos')}>
      <Table
        caption="Alunos"
        columns={columns}
        rows={rows}
        rowKey={(student) => student.id}
        loading={students.isPending}
        empty={<p className="px-4 pb-5 text-ink-soft md:px-5">{nobody[standing]}</p>}
      />
      <ShowMore pages={students} place="card" />
    </Card>
  );
}
