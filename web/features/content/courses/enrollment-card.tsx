import { ArrowRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { CourseDetail } from '#contract/content/courses.ts';
import { formatDate, formatMinutes, formatPercent, plural } from '#web/lib/format.ts';
import { useUser } from '#web/lib/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { itemPath, nextItem } from './course-items.tsx';
import { useEnroll, useRate } from './courses.queries.ts';
import type { LeaveDialogProps } from './leave-dialog.tsx';
import { RatingInput } from './rating.tsx';

const CourseDownload = lazyChunk(() => import('#web/features/platform/offline/course-download.tsx'));

const LeaveDialog = lazyChunk<LeaveDialogProps>(() => import('./leave-dialog.tsx'), 'over');

/** What a student does with the course: enter, go on, rate, leave. */
export function EnrollmentCard({ course }: { course: CourseDetail }) {
  const user = useUser();
  const [leaving, setLeaving] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const enroll = useEnroll(course.id);
  const askToLeave = () => {
    setWasAsked(true);
    setLeaving(true);
  };
  if (user.role !== 'student') return <AuthorNote course={course} />;
  return (
    <>
      {course.enrollment ? (
        <Followed course={course} enrollment={course.enrollment} onLeave={askToLeave} />
      ) : (
        <NotFollowed busy={enroll.isPending} onEnroll={() => enroll.mutate()} />
      )}
      {course.lessonCount > 0 && (
        <Suspense>
          <CourseDownload courseId={course.id} />
        </Suspense>
      )}
      {wasAsked && (
        <Suspense>
          <LeaveDialog course={course} open={leaving} onOpenChange={setLeaving} />
        </Suspense>
      )}
    </>
  );
}

function AuthorNote({ course }: { course: CourseDetail }) {
  return (
    <Card title="Como os alunos veem">
      <p className="text-ink-soft">
        {plural(course.students, 'aluno matriculado', 'alunos matriculados')}. Professores e administradores veem o
        curso sem se matricular.
      </p>
    </Card>
  );
}

function NotFollowed({ busy, onEnroll }: { busy: boolean; onEnroll: () => void }) {
  return (
    <Card title="Matrícula">
      <p className="mb-4 text-ink-soft">
        Ao se matricular, o curso aparece no seu painel com o que falta fazer. O que você já estudou conta.
      </p>
      <Button variant="next" className="w-full" busy={busy} busyLabel="Matriculando..." onClick={onEnroll}>
        Matricular-se
      </Button>
    </Card>
  );
}

type FollowedProps = {
  course: CourseDetail;
  enrollment: NonNullable<CourseDetail['enrollment']>;
  onLeave: () => void;
};

function Followed({ course, enrollment: { progress, done, total }, onLeave }: FollowedProps) {
  const rate = useRate(course.id);
  // In the same moment: a mutation shows a tick later, in which the browser would see its choice undone.
  const [chosen, setChosen] = useState<number | null>(null);
  const next = nextItem(course);
  return (
    <Card title="Seu progresso" aside={course.completedAt && <Badge tone="ok">Concluído</Badge>}>
      <div className="grid gap-4">
        <div>
          <Progress value={progress} label="Progresso no curso" valueText={`${done} de ${total} itens`} />
          <p className="mt-2 text-sm tabular-nums">
            <strong>{formatPercent(progress / 100)}</strong>{' '}
            <span className="text-ink-soft">
              {done} de {plural(total, 'item', 'itens')}
              {course.completedAt && `, concluído em ${formatDate(course.completedAt)}`}
            </span>
          </p>
        </div>
        {next && (
          <div className="grid gap-3">
            <p className="wrap-anywhere text-sm">
              <span className="text-ink-soft">A seguir: </span>
              <b>{next.title}</b>
              {next.minutes !== null && <span className="text-ink-soft">, {formatMinutes(next.minutes)}</span>}
            </p>
            <ButtonLink href={itemPath(next)} variant="next" className="w-full">
              {done === 0 ? 'Começar' : 'Continuar'} <ArrowRight />
            </ButtonLink>
          </div>
        )}
        {(done > 0 || course.myRating !== null) && (
          <RatingInput
            value={chosen ?? course.myRating}
            disabled={rate.isPending}
            onChange={(stars) => {
              setChosen(stars);
              rate.mutate(stars, { onSettled: () => setChosen(null) });
            }}
          />
        )}
        <Button variant="quiet" onClick={onLeave}>
          Sair do curso
        </Button>
      </div>
    </Card>
  );
}
