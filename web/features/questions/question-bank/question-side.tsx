import { History } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { BankQuestion } from '#contract/questions/question-bank.ts';
import { QuestionLawsCard } from '#web/features/questions/question-laws/question-laws-card.tsx';
import { StatusBadge } from '#web/features/questions/questions/status-badge.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { AnnulDialog } from './annul-dialog.tsx';
import { useDeleteQuestion, useSetStatus } from './bank.queries.ts';
import { ReasonField } from './reason-field.tsx';
import { RegradingProgress } from './regrading-progress.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

/** Beside the form: the status of the question, its uses, and more actions. */
export function QuestionSide({ question }: { question: BankQuestion }) {
  const [, navigate] = useLocation();
  const [shown, setShown] = useState<'annul' | 'outdate' | 'delete' | 'versions' | null>(null);
  const [reason, setReason] = useState('');
  const status = useSetStatus(question.id);
  const remove = useDeleteQuestion(question.id);
  const close = () => setShown(null);
  const { mayEdit } = question;

  const outdate = () => status.mutate({ status: 'outdated', reason }, { onSuccess: close });
  const reactivate = () => status.mutate({ status: 'active' });
  const removeForGood = () =>
    remove.mutate(undefined, { onSuccess: () => navigate(paths.questionBank), onError: close });

  return (
    <div className="grid grid-cols-1 gap-6">
      <Card title="Situação" aside={<StatusBadge status={question.status} />}>
        {question.statusReason && <p className="mb-3">{question.statusReason}</p>}
        <p className="text-ink-soft text-sm">
          {question.authorName ?? 'Equipe'}, alterada em {formatDateTime(question.updatedAt)}
        </p>
        {mayEdit && <RegradingProgress questionId={question.id} />}
        {question.versionCount > 1 && (
          <Button variant="line" className="mt-4 w-full" onClick={() => setShown('versions')}>
            <History /> Comparar versões
          </Button>
        )}
        {mayEdit && (
          <div className="mt-4 grid grid-cols-1 gap-2">
            {question.status === 'active' && (
              <Button variant="line" onClick={() => setShown('outdate')}>
                Marcar como desatualizada
              </Button>
            )}
            {question.status === 'outdated' && (
              <Button variant="line" busy={status.isPending} onClick={reactivate}>
                Reativar
              </Button>
            )}
            <Button variant="line" onClick={() => setShown('annul')}>
              {question.status === 'annulled' ? 'Desfazer anulação' : 'Anular questão'}
            </Button>
            {question.quizzes.length === 0 && (
              <Button variant="quiet" onClick={() => setShown('delete')}>
                Excluir questão
              </Button>
            )}
          </div>
        )}
      </Card>
      <QuestionLawsCard questionId={question.id} />
      <Card title="Simulados com esta questão">
        {question.quizzes.length === 0 ? (
          <p className="text-ink-soft">Nenhum simulado usa esta questão.</p>
        ) : (
          <ul className="grid grid-cols-1 gap-2">
            {question.quizzes.map(({ id, title, isPublished }) => (
              <li key={id}>
                <Link href={paths.teacherQuiz(id)} className="link tappable">
                  {title}
                </Link>
                {!isPublished && <span className="text-ink-soft text-sm"> (rascunho)</span>}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {shown === 'versions' && <VersionsDialog question={question} onClose={close} />}
      {shown === 'annul' && (
        <AnnulDialog questionId={question.id} isAnnulled={question.status === 'annulled'} onClose={close} />
      )}
      <AlertDialog
        open={shown === 'outdate'}
        onOpenChange={(open) => !open && close()}
        title="Marcar como desatualizada"
        text="A questão sai dos sorteios e dos treinos. Simulados que já a têm continuam como estão."
        confirmLabel="Marcar"
        busy={status.isPending}
        onConfirm={outdate}
      >
        <ReasonField value={reason} onChange={setReason} optional />
      </AlertDialog>
      <AlertDialog
        open={shown === 'delete'}
        onOpenChange={(open) => !open && close()}
        title="Excluir questão"
        text="Esta ação não pode ser desfeita."
        confirmLabel="Excluir"
        tone="bad"
        busy={remove.isPending}
        onConfirm={removeForGood}
      />
    </div>
  );
}
