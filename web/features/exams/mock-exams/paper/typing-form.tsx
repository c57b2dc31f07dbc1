import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { type findPaperStudent, type getPaper, groupPaperCode, typePaper } from '#contract/exams/quiz-paper.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { LettersInput } from './letters-input.tsx';
import { paperStudentQuery, useTypePaper } from './paper.queries.ts';

type Paper = ResponseOf<typeof getPaper>;
const nobody = { login: '', minutes: '' };
const blankAnswers = ({ items }: Paper) => ({ answers: items.map((): number | null => null), creationKey: newKey() });

/** One student's sheet after the other: who, how long, and the letters. */
export function TypingForm({ paper }: { paper: Paper }) {
  const type = useTypePaper(paper.code);
  const first = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string[]>([]);
  const [sheet, setSheet] = useState(() => blankAnswers(paper));
  const form = useForm({
    initial: nobody,
    schema: typePaper.body,
    bodyOf: ({ login, minutes }) => ({ login, minutes: minutes.trim() === '' ? null : Number(minutes), ...sheet }),
    onSubmit: (body) =>
      type.mutate(body, {
        onSuccess: ({ studentName, correctAnswers, totalQuestions, resultsAt }) => {
          const result =
            correctAnswers === null
              ? `O resultado sai ${formatDateTime(resultsAt ?? '')}.`
              : `${correctAnswers} de ${plural(totalQuestions, 'acerto', 'acertos')}.`;
          toast({ title: `Respostas de ${studentName} lançadas`, description: result });
          setTyped((before) => [`${studentName}: ${result}`, ...before]);
          form.set(nobody);
          setSheet(blankAnswers(paper));
          first.current?.focus();
        },
        onError: (error) => {
          if (!form.refused(error)) toastFailure('Respostas não lançadas')(error);
        },
      }),
  });
  const { values, errors } = form;
  const login = useDebounced(values.login.trim(), 400);
  const student = useQuery({ ...paperStudentQuery(paper.code, login), enabled: login.length > 2, retry: false });
  const left = sheet.answers.filter((answer) => answer === null).length;
  return (
    <div className="grid grid-cols-1 gap-6">
      <form {...form.props} className="grid grid-cols-1 gap-6">
        <Card title={paper.title} aside={`código ${groupPaperCode(paper.code)}`}>
          <div className="grid grid-cols-1 gap-4 md:grid-cols-[1fr_12rem]">
            <Field
              label="E-mail ou usuário do aluno"
              error={errors.login}
              help={
                login.length <= 2
                  ? undefined
                  : (student.data?.name ?? (student.isError ? unknownWords(student.error) : 'Procurando…'))
              }
            >
              <Input
                ref={first}
                autoComplete="off"
                value={values.login}
                onChange={({ target }) => form.set({ login: target.value })}
              />
            </Field>
            <Field label="Minutos de prova (opcional)" error={errors.minutes}>
              <Input
                inputMode="numeric"
                value={values.minutes}
                onChange={({ target }) => form.set({ minutes: target.value })}
              />
            </Field>
          </div>
        </Card>
        <Card title="Respostas" aside={`${paper.items.length - left} marcadas, ${left} em branco`}>
          <p className="mb-4 text-ink-soft text-sm">
            Digite a letra de cada item: o foco passa ao próximo. Espaço deixa em branco, Backspace volta.
          </p>
          {errors.answers && <p className="mb-3 text-bad text-sm">{errors.answers}</p>}
          <LettersInput
            items={paper.items}
            answers={sheet.answers}
            onChange={(answers) => setSheet({ ...sheet, answers })}
          />
          <Button type="submit" className="mt-6 max-md:w-full" busy={type.isPending} busyLabel="Lançando...">
            Lançar respostas
          </Button>
        </Card>
      </form>
      {typed.length > 0 && (
        <Card title="Lançadas agora" aside={plural(typed.length, 'cartão', 'cartões')}>
          <ul className="grid gap-1">
            {typed.map((words, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line of a log that only grows
              <li key={typed.length - place}>{words}</li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

const unknownWords = (error: unknown) =>
  isRefused<typeof findPaperStudent>(error, 'not_found')
    ? 'Nenhum aluno ativo com este e-mail ou usuário.'
    : textOf(error as Error);
