import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import type { Syllabus } from '#contract/content/syllabus.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { syllabusQuery } from './syllabus.queries.ts';
import { SyllabusEditor } from './syllabus-editor.tsx';

export default function SyllabusScreen() {
  const { id } = useParams<{ id: string }>();
  const syllabus = useQuery(syllabusQuery(Number(id)));
  usePageTitle(syllabus.data && `Edital: ${syllabus.data.examName}`);
  // Copied once: a background refetch must not replace what is being typed.
  const [edited, setEdited] = useState<Syllabus | null>(null);
  if (syllabus.isError) {
    return (
      <Page>
        <LoadError of={syllabus} title="Não conseguimos carregar o edital" />
        <Link href={paths.adminExams} className="link tappable mt-4 inline-flex">
          Voltar para as provas
        </Link>
      </Page>
    );
  }
  if (!edited && syllabus.data && !syllabus.isFetching) setEdited(syllabus.data);
  if (!edited) {
    return (
      <Page>
        <SkeletonGroup className="grid gap-4" blocks={['h-10 w-2/3', 'h-96 rounded-card']} />
      </Page>
    );
  }
  return <SyllabusEditor key={edited.examId} opened={edited} />;
}
