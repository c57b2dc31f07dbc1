import { useQuery } from '@tanstack/react-query';
import { WORDS_PER_MINUTE } from '#contract/content/reading.ts';
import { bankLabelsQuery } from '#web/features/questions/questions/questions.queries.ts';
import { formatMinutes, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import type { useCompositionPreview } from './composition.queries.ts';
import { balanceOf, type Share } from './composition-balance.ts';
import type { EditedComposition } from './composition-draft.ts';
import { takenDraws } from './draw-rules.tsx';

type BalanceCardProps = {
  value: EditedComposition;
  timeLimit: number | null;
  preview: ReturnType<typeof useCompositionPreview>;
};

const SHOWN = 5;

/** The composition of the simulado while it is edited, and how long it takes. */
export function BalanceCard({ value, timeLimit, preview }: BalanceCardProps) {
  const labels = useQuery(bankLabelsQuery).data;
  const draws = takenDraws(value.draws);
  const drawn = draws.reduce((sum, { count }) => sum + count, 0);
  const total = value.questions.length + drawn;
  const nameOf = (id: number) => labels?.subjects.find((subject) => subject.id === id)?.name ?? 'Matéria';
  const { subjects, topics, difficulties } = balanceOf(value.questions, draws, nameOf);
  const minutes = preview.data && Math.ceil(preview.data.seconds / 60);
  const isLong = minutes !== undefined && timeLimit !== null && minutes > timeLimit;
  return (
    <Card
      title="Equilíbrio"
      className="mb-6"
      aside={`${plural(total, 'questão', 'questões')}${drawn > 0 ? `, ${plural(drawn, 'sorteada', 'sorteadas')}` : ''}`}
    >
      {total === 0 ? (
        <p className="text-ink-soft">Matérias, assuntos, dificuldade e tempo aparecem aqui com a primeira questão.</p>
      ) : (
        <div className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
          <Shares title="Matérias" shares={subjects} total={total} />
          <Shares title="Assuntos" shares={topics} total={total} />
          <Shares title="Dificuldade" shares={difficulties} total={total} />
          <div>
            <h3 className="text-ink-soft text-sm">Tempo estimado</h3>
            <p role="status" className={cx('font-strong', isLong && 'text-bad')}>
              {minutes === undefined ? (preview.isError ? 'Sem resposta' : '…') : formatMinutes(minutes)}
            </p>
            {isLong && <p className="text-bad text-sm">O simulado tem limite de {formatMinutes(timeLimit)}.</p>}
            {preview.isError && !preview.data ? (
              <Button variant="quiet" size="sm" busy={preview.isFetching} onClick={() => preview.refetch()}>
                Calcular de novo
              </Button>
            ) : (
              <p className="text-ink-soft text-sm">
                1 min para pensar em cada questão (30 s em Certo/Errado) e a leitura a {WORDS_PER_MINUTE} palavras por
                minuto.
              </p>
            )}
          </div>
        </div>
      )}
    </Card>
  );
}

function Shares({ title, shares, total }: { title: string; shares: readonly Share[]; total: number }) {
  const rest = shares.slice(SHOWN);
  return (
    <div className="min-w-0">
      <h3 className="text-ink-soft text-sm">{title}</h3>
      <ul className="grid grid-cols-1 gap-1 text-sm">
        {shares.slice(0, SHOWN).map(({ name, count }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two topics may have one name, and rows hold no state
          <li key={place} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <span className="truncate">{name}</span>
            <span className="tabular-nums">{count}</span>
            <span aria-hidden className="col-span-2 h-1 rounded-full bg-sunken">
              <span className="block h-1 rounded-full bg-primary" style={{ width: `${(100 * count) / total}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className="mt-1 text-ink-soft text-sm">
          E mais {rest.length}, com{' '}
          {plural(
            rest.reduce((sum, { count }) => sum + count, 0),
            'questão',
            'questões',
          )}
          .
        </p>
      )}
    </div>
  );
}
