import { useQuery } from '@tanstack/react-query';
import { type ItemKind, listFinishedCourses } from '#contract/content/courses.ts';
import { paths } from '#web/lib/paths.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/notice.tsx';

type FinishedCoursesProps = { kind: ItemKind; id: number; className?: string };

/** Shown after the last missing item: the course is done, with a link to its certificate. */
export function FinishedCourses({ kind, id, className }: FinishedCoursesProps) {
  const finished = useQuery(readQuery(listFinishedCourses, keys.courses.finished(kind, id), { query: { kind, id } }));
  return (
    // The live region exists before it has a message, so that the message is announced.
    <div role="status" className={cx('grid gap-3 empty:hidden', className)}>
      {finished.data?.map((course) => (
        <Notice
          key={course.id}
          tone="ok"
          title={`Você concluiu o curso ${course.title}`}
          action={
            <ButtonLink
              href={course.certificateCode ? paths.certificate(course.certificateCode) : paths.certificates}
              variant="line"
            >
              Ver certificado
            </ButtonLink>
          }
        >
          Parabéns! Seu certificado já pode ser impresso e verificado por qualquer pessoa.
        </Notice>
      ))}
    </div>
  );
}
