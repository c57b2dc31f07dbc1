import { useState } from 'react';
import { Link } from 'wouter';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type AuthoredWindow, createSeries } from '#contract/exams/quiz-windows.ts';
import { QUIZ_TITLE_MAX } from '#contract/limits.ts';
import { fromSchoolTime } from '#contract/school-time.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { nextSaturday } from './next-saturday.ts';
import { useCreateSeries } from './window.queries.ts';
import { WindowFields } from './window-fields.tsx';

/** Creates weekly simulados from the draw rules of one quiz, each with its window. The questions are selected now. */
export function SeriesForm({ quiz }: { quiz: AuthoredWindow }) {
  const [creationKey] = useState(newKey);
  const [made, setMade] = useState<ResponseOf<typeof createSeries> | null>(null);
  const create = useCreateSeries();
  const form = useForm({
    // The common one is one press: four Saturdays from nine to six.
    initial: { title: quiz.title, count: '4', ...nextSaturday(quiz.serverTime), lateStart: 'shortens' },
    schema: createSeries.body,
    bodyOf: ({ title, count, opensAt, closesAt, lateStart }) => ({
      quizId: quiz.id,
      title,
      count: Number(count),
      window: { opensAt: fromSchoolTime(opensAt), closesAt: fromSchoolTime(closesAt), lateStart },
      creationKey,
    }),
    onSubmit: (body) =>
      create.mutate(body, {
        onSuccess: setMade,
        onError: (error) => {
          if (!form.refused(error)) toastFailure('Erro ao criar a série')(error);
        },
      }),
  });
  if (made) {
    return (
      <Card title="Série criada">
        <p className="mb-3 text-ink-soft">
          As questões foram sorteadas sem repetir e ficam guardadas até cada resultado.
        </p>
        <ul className="grid gap-2">
          {made.map(({ id, title, opensAt, closesAt }) => (
            <li key={id}>
              <Link href={paths.teacherQuiz(id)} className="link tappable">
                {title}
              </Link>
              , {formatDateTime(opensAt)} a {formatDateTime(closesAt)}
            </li>
          ))}
        </ul>
      </Card>
    );
  }
  return (
    <form {...form.props}>
      <Card title="Série semanal">
        <p className="mb-4 text-ink-soft">
          Este simulado sorteia questões. A série faz um simulado por semana com os sorteios dele, sem repetir nenhuma
          questão, já publicado e com hora marcada.
        </p>
        <div className="mb-4 grid grid-cols-[minmax(0,1fr)_7rem] gap-4">
          <Field label="Título da série" error={form.errors.title}>
            <Input maxLength={QUIZ_TITLE_MAX} {...form.field('title')} />
          </Field>
          <Field label="Semanas" error={form.errors.count}>
            <Input inputMode="numeric" {...form.field('count')} />
          </Field>
        </div>
        <WindowFields values={form.values} errors={form.errors} onChange={form.set} />
        {form.errors.quizId && <p className="mt-3 text-bad text-sm">{form.errors.quizId}</p>}
        <p className="mt-3 text-ink-soft text-sm">A primeira abre nesse horário; as outras, a cada sete dias.</p>
        <Button type="submit" className="mt-5" busy={create.isPending} busyLabel="Criando...">
          Criar série
        </Button>
      </Card>
    </form>
  );
}
