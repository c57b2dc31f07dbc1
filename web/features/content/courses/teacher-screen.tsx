import { useQuery } from '@tanstack/react-query';
import { ChartColumn, ImageUp, Plus, SquarePen } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { greetingName, isAdmin, useUser } from '#web/lib/session.ts';
import { useAsked } from '#web/lib/use-asked.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { CourseTable } from './course-table.tsx';
import { teacherDashboardQuery } from './courses.queries.ts';
import { TeacherStats } from './teacher-stats.tsx';

const NewCourseDialog = lazyChunk(() => import('./new-course-dialog.tsx'), 'over');

/** `waiting`: pending tasks of the administrator, above the courses of the school. */
export default function TeacherScreen({ news, waiting }: { news?: ReactNode; waiting?: ReactNode }) {
  const user = useUser();
  const dashboard = useQuery(teacherDashboardQuery);
  const [creating, setCreating] = useState<'never' | 'open' | 'closed'>('never');
  const startCourse = () => setCreating('open');
  useAsked('novo', startCourse);
  return (
    <Page className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <PageHeader
        className="mb-0"
        title={`Olá, ${greetingName(user)}`}
        subtitle={isAdmin(user) ? 'O que espera por você e como vai a escola' : 'Seus cursos e quem os acompanha'}
        actions={
          <Button className="max-md:w-full" onClick={startCourse}>
            <Plus /> Novo Curso
          </Button>
        }
      />
      {news}
      {waiting}
      {waiting && <h2 className="mt-2 text-xl">Área do professor</h2>}
      {dashboard.isError ? (
        <LoadError of={dashboard} title="Não conseguimos carregar seus cursos" />
      ) : (
        <>
          <TeacherStats dashboard={dashboard.data} />
          <CourseTable dashboard={dashboard.data} onCreate={startCourse} />
        </>
      )}
      <QuickActions />
      {creating !== 'never' && (
        <Suspense>
          <NewCourseDialog open={creating === 'open'} onOpenChange={(open) => setCreating(open ? 'open' : 'closed')} />
        </Suspense>
      )}
    </Page>
  );
}

const actions: { href: string; icon: ReactNode; title: string; text: string }[] = [
  {
    href: paths.publish,
    icon: <SquarePen />,
    title: 'Publicar aula',
    text: 'Escreva uma aula nova para os alunos.',
  },
  {
    href: paths.teacherReports,
    icon: <ChartColumn />,
    title: 'Relatórios',
    text: 'Veja quem avança, quem parou e como vão os simulados.',
  },
  {
    href: paths.teacherMedia,
    icon: <ImageUp />,
    title: 'Enviar imagens',
    text: 'Guarde imagens e veja onde cada uma é usada.',
  },
];

function QuickActions() {
  return (
    <nav aria-label="Ações rápidas" className="grid gap-4 md:grid-cols-3">
      {actions.map(({ href, icon, title, text }) => (
        <Link
          key={href}
          href={href}
          className="flex items-start gap-3 rounded-card border border-line bg-surface p-4 hover:border-line-strong hover:bg-hover md:p-5"
        >
          <span className="mt-0.5 text-md">{icon}</span>
          <span>
            <span className="block font-strong">{title}</span>
            <span className="block text-ink-soft text-sm">{text}</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
