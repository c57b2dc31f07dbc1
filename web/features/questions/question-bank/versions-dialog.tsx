import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankQuestion, QuestionVersion } from '#contract/questions/question-bank.ts';
import { QuestionReading } from '#web/features/questions/questions/question-reading.tsx';
import { textOf } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { useRestoreVersion, versionsQuery } from './bank.queries.ts';
import { changedFields } from './version-words.ts';

type VersionsDialogProps = { question: BankQuestion; onClose: () => void };

/** An earlier version of the question beside the current one, with the differences and a way to restore it. */
export function VersionsDialog({ question, onClose }: VersionsDialogProps) {
  const versions = useQuery(versionsQuery(question.id));
  const restore = useRestoreVersion(question.id);
  const [chosen, setChosen] = useState<number | null>(null);
  const earlier = versions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const current = versions.data?.find(({ isCurrent }) => isCurrent);
  const version = earlier.find(({ id }) => id === chosen) ?? earlier[0];
  const bringBack = ({ id }: QuestionVersion) =>
    restore.mutate({ versionId: id, revision: question.revision }, { onSuccess: onClose });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Versões da questão ${question.id}`}
      size="xl"
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Fechar
          </Button>
          {question.mayEdit && version && (
            <Button busy={restore.isPending} busyLabel="Restaurando..." onClick={() => bringBack(version)}>
              Restaurar a versão {version.number}
            </Button>
          )}
        </>
      }
    >
      {versions.isPending && <SkeletonGroup blocks={['h-80']} />}
      {versions.isError && (
        <ErrorState
          headingLevel={3}
          title="Não conseguimos buscar as versões"
          text={textOf(versions.error)}
          onRetry={() => versions.refetch()}
        />
      )}
      {version && current && (
        <div className="grid grid-cols-1 gap-4">
          <Field label="Comparar a versão atual com">
            <Select value={version.id} onChange={({ target }) => setChosen(Number(target.value))}>
              <RowOptions
                of={earlier}
                label={({ number, createdAt }) => `Versão ${number}, de ${formatDateTime(createdAt)}`}
              />
            </Select>
          </Field>
          <Notice title={`Muda: ${changedFields(version, current).join(', ') || 'nada'}`}>
            Restaurar faz da versão {version.number} a próxima. Matéria, assunto e os outros rótulos ficam, e os
            simulados continuam com a versão que têm até você atualizá-los.
          </Notice>
          <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
            <section aria-label={`Versão ${version.number}`} className="min-w-0">
              <h3 className="mb-2 text-base">Versão {version.number}</h3>
              <QuestionReading question={version} />
            </section>
            <section aria-label="Versão atual" className="min-w-0">
              <h3 className="mb-2 text-base">Atual (versão {current.number})</h3>
              <QuestionReading question={current} />
            </section>
          </div>
        </div>
      )}
    </Dialog>
  );
}
