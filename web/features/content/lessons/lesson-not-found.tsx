import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NoLessonIllustration } from '#web/ui/illustrations/no-lesson.tsx';

/** In a separate chunk: its picture would be part of every first visit. */
export default function LessonNotFound() {
  return (
    <div className="page-width py-16">
      <EmptyState
        illustration={<NoLessonIllustration />}
        headingLevel={1}
        title="Aula não encontrada"
        text="Ela pode ter sido retirada pelo professor, ou o endereço está incompleto."
        action={<ButtonLink href={paths.study}>Voltar para Central de Estudos</ButtonLink>}
      />
    </div>
  );
}
