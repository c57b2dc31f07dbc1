import { useQuery } from '@tanstack/react-query';
import { REPORT_NOTE_MAX } from '#contract/limits.ts';
import { decideReports, type ReportedQuestion, type ReportOutcome } from '#contract/study/question-reports.ts';
import { QuestionReading } from '#web/features/questions/questions/question-reading.tsx';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { reportedContentQuery, useDecideReports } from './reported.queries.ts';

const outcomes: { value: ReportOutcome; label: string; help: string }[] = [
  { value: 'fixed', label: 'A questão foi corrigida', help: 'Corrija antes: a versão nova vale daqui em diante.' },
  { value: 'dismissed', label: 'Não há erro', help: 'A questão fica como está.' },
];

type DecisionDialogProps = { row: ReportedQuestion; onClose: () => void };

/** Shows the current question and the form for the decision on its reports. Every reporter is notified of it. */
export function ReportDecisionDialog({ row, onClose }: DecisionDialogProps) {
  const question = useQuery(reportedContentQuery(row.questionId));
  const decide = useDecideReports(row.questionId);
  const form = useForm({
    initial: { outcome: '', reply: '' },
    schema: decideReports.body,
    bodyOf: (values) => ({ ...values, through: row.through }),
    onSubmit: (body) => decide.mutate(body, { onSuccess: onClose, onError: form.refused }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Questão ${row.questionId}`}
      description={`${plural(row.count, 'aluno fica', 'alunos ficam')} sabendo da decisão.`}
      size="lg"
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button busy={decide.isPending} busyLabel="Registrando..." onClick={form.submit}>
            Registrar decisão
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {question.isPending && <SkeletonGroup blocks={['h-64']} />}
        {question.isError && (
          <ErrorState
            headingLevel={3}
            title="Não conseguimos abrir a questão"
            text={textOf(question.error)}
            onRetry={() => question.refetch()}
          />
        )}
        {question.data && <QuestionReading question={question.data} />}
        <form {...form.props} className="grid grid-cols-1 gap-4">
          <RadioGroup
            label="O que foi feito?"
            look="cards"
            options={outcomes}
            value={(form.values.outcome || null) as ReportOutcome | null}
            onValueChange={(outcome) => form.set({ outcome })}
            error={form.errors.outcome}
          />
          <Field
            label="Resposta aos alunos"
            optional
            help="Aparece na página da questão, para quem a reportou."
            error={form.errors.reply}
          >
            <Textarea rows={3} maxLength={REPORT_NOTE_MAX} {...form.field('reply')} />
          </Field>
        </form>
      </div>
    </Dialog>
  );
}
