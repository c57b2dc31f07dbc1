import { useQuery } from '@tanstack/react-query';
import type { Regrading } from '#contract/exams/annulment.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { Progress } from '#web/ui/progress.tsx';
import { regradingQuery } from './bank.queries.ts';

/** Progress of the job that regrades results, and what has changed so far. Renders nothing when no job was needed. */
export function RegradingProgress({ questionId }: { questionId: number }) {
  const regrading = useQuery(regradingQuery(questionId)).data?.regrading;
  if (!regrading || regrading.isSuperseded) return null;
  const { total, done, finishedAt } = regrading;
  return (
    <div role="status" className="mt-4 border-line border-t pt-4">
      <p className="mb-2 font-strong text-sm">
        {finishedAt ? `Notas corrigidas em ${formatDateTime(finishedAt)}` : 'Corrigindo as notas'}
      </p>
      {!finishedAt && (
        <Progress
          value={total === 0 ? 100 : Math.min(100, (done / total) * 100)}
          label="Tentativas corrigidas"
          valueText={`${done} de ${total}`}
        />
      )}
      <p className="mt-2 text-ink-soft text-sm">{changeWords(regrading)}</p>
    </div>
  );
}

/** '1.200 de 100.000 tentativas. 340 mudaram, 12 passaram a aprovadas.' */
function changeWords({ done, total, changed, passGained, passLost }: Regrading): string {
  const parts = [
    changed > 0 && plural(changed, 'mudou', 'mudaram'),
    passGained > 0 && plural(passGained, 'passou a aprovada', 'passaram a aprovadas'),
    passLost > 0 && plural(passLost, 'deixou de ser aprovada', 'deixaram de ser aprovadas'),
  ].filter(Boolean);
  const counted = `${done.toLocaleString('pt-BR')} de ${total.toLocaleString('pt-BR')} tentativas.`;
  return parts.length === 0 ? counted : `${counted} ${parts.join(', ')}.`;
}
