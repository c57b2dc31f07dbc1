import { useQuery } from '@tanstack/react-query';
import { type AnnulmentChange, type AnnulmentEffect, annulQuestion } from '#contract/exams/annulment.ts';
import { textOf } from '#web/lib/api.ts';
import { formatDate, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { annulmentQuery, useAnnul, useReinstate } from './bank.queries.ts';
import { ReasonField } from './reason-field.tsx';

type AnnulDialogProps = { questionId: number; isAnnulled: boolean; onClose: () => void };

/** Annuls a question, or reverts an annulment. First a dry run: whose result changes, and how. */
export function AnnulDialog({ questionId, isAnnulled, onClose }: AnnulDialogProps) {
  const effect = useQuery(annulmentQuery(questionId));
  const annul = useAnnul(questionId);
  const reinstate = useReinstate(questionId);
  const form = useForm({
    initial: { reason: '' },
    schema: annulQuestion.body,
    onSubmit: ({ reason }) => annul.mutate(reason, { onSuccess: onClose, onError: form.refused }),
  });
  const confirm = () => (isAnnulled ? reinstate.mutate(undefined, { onSuccess: onClose }) : form.submit());

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isAnnulled ? 'Desfazer anulação' : 'Anular questão'}
      size="lg"
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            variant={isAnnulled ? 'primary' : 'bad'}
            disabled={!effect.data}
            busy={annul.isPending || reinstate.isPending}
            busyLabel="Corrigindo notas..."
            onClick={confirm}
          >
            {isAnnulled ? 'Desfazer e corrigir notas' : 'Anular e corrigir notas'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <p>
          {isAnnulled
            ? 'As respostas voltam a valer como foram dadas, em todos os simulados que têm a questão.'
            : 'Todos os que tiveram esta questão ganham o ponto, em todos os simulados que a têm. Dá para desfazer.'}
        </p>
        {!isAnnulled && (
          <form {...form.props}>
            <ReasonField
              value={form.values.reason}
              onChange={(reason) => form.set({ reason })}
              help="Os alunos veem o motivo na revisão do simulado."
              error={form.errors.reason}
            />
          </form>
        )}
        {effect.isPending && (
          <SkeletonGroup label="Calculando o que muda…" className="grid gap-3" blocks={['h-16', 'h-40']} />
        )}
        {effect.isError && (
          <ErrorState
            headingLevel={3}
            title="Não conseguimos calcular o que muda"
            text={textOf(effect.error)}
            onRetry={() => effect.refetch()}
          />
        )}
        {effect.data && <Effect effect={effect.data} />}
      </div>
    </Dialog>
  );
}

const result = (score: number, passed: boolean) => `${score}/10 ${passed ? 'Aprovado' : 'Não aprovado'}`;

const columns: Column<AnnulmentChange>[] = [
  { key: 'student', header: 'Aluno', cell: ({ studentName }) => studentName ?? 'Aluno removido' },
  { key: 'quiz', header: 'Simulado', cell: ({ quizTitle }) => quizTitle },
  { key: 'date', header: 'Feito em', nowrap: true, cell: ({ finishedAt }) => formatDate(finishedAt) },
  { key: 'before', header: 'Antes', cell: ({ scoreBefore, passedBefore }) => result(scoreBefore, passedBefore) },
  {
    key: 'after',
    header: 'Depois',
    cell: ({ scoreAfter, passedAfter }) => <b className="font-strong">{result(scoreAfter, passedAfter)}</b>,
  },
];

function Effect({ effect }: { effect: AnnulmentEffect }) {
  if (!effect.isCounted) {
    return (
      <Notice tone="sun" title={`${plural(effect.attempts, 'tentativa tem', 'tentativas têm')} esta questão`}>
        São muitas: as notas são corrigidas aos poucos, e o andamento aparece na página da questão. Quem mudar de nota é
        avisado.
      </Notice>
    );
  }
  if (effect.changed === 0) {
    return (
      <Notice title="Nenhuma nota muda">
        {plural(effect.attempts, 'tentativa finalizada tem', 'tentativas finalizadas têm')} esta questão.
      </Notice>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice tone="sun" title={plural(effect.changed, 'tentativa muda', 'tentativas mudam')}>
        De {plural(effect.attempts, 'tentativa', 'tentativas')} com a questão.{' '}
        {effect.students > 0 && `${plural(effect.students, 'aluno é avisado', 'alunos são avisados')}. `}
        {effect.passGained > 0 && `${plural(effect.passGained, 'passa a aprovada', 'passam a aprovadas')}. `}
        {effect.passLost > 0 && `${plural(effect.passLost, 'deixa de ser aprovada', 'deixam de ser aprovadas')}.`}
      </Notice>
      <div className="rounded-card border border-line">
        <Table
          caption="Resultados que mudam"
          columns={columns}
          rows={effect.changes}
          rowKey={({ attemptId }) => String(attemptId)}
        />
      </div>
      <Courses effect={effect} />
      {effect.changes.length < effect.changed && (
        <p className="text-ink-soft text-sm">
          Mostrando {effect.changes.length} de {effect.changed}.
        </p>
      )}
    </div>
  );
}

/** Courses and certificates follow the results. */
function Courses({ effect }: { effect: AnnulmentEffect }) {
  const { coursesCompleted, coursesReopened, certificatesRevoked, courses } = effect;
  if (courses.length === 0) return null;
  const rest = coursesCompleted + coursesReopened - courses.length;
  return (
    <Notice tone="sun" title="Cursos e certificados acompanham">
      {coursesCompleted > 0 &&
        `${plural(coursesCompleted, 'curso passa a concluído, com certificado', 'cursos passam a concluídos, com certificado')}. `}
      {coursesReopened > 0 &&
        `${plural(coursesReopened, 'curso deixa de estar concluído', 'cursos deixam de estar concluídos')}. `}
      {certificatesRevoked > 0 &&
        `${plural(certificatesRevoked, 'certificado deixa de valer', 'certificados deixam de valer')}.`}
      <ul className="mt-2 list-disc pl-5">
        {courses.map(({ studentName, courseTitle, becomes }) => (
          <li key={`${studentName}:${courseTitle}:${becomes}`}>
            {studentName}: {courseTitle} ({becomes === 'completed' ? 'conclui' : 'volta a em andamento'})
          </li>
        ))}
      </ul>
      {rest > 0 && `E mais ${rest}.`}
    </Notice>
  );
}
