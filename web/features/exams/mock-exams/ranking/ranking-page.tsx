import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Ranking } from '#contract/exams/quiz-ranking.ts';
import { RANKING_FROM } from '#contract/limits.ts';
import { formatDate, formatDateTime, formatPoints, formatShare, plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { tieText } from '../taking/ruled-words.ts';
import { useRankingPresence } from './ranking.queries.ts';
import { RankingChart } from './ranking-chart.tsx';
import { EliminatedTable, RankingTable } from './ranking-table.tsx';

type RankingPageProps = {
  ranking: Ranking;
  subjectId: number | undefined;
  onSubject: (id: number | undefined) => void;
};

const WHOLE_EXAM = 'all';

export function RankingPage({ ranking, subjectId, onSubject }: RankingPageProps) {
  if (ranking.state !== 'ready') return <NotYet ranking={ranking} />;
  const { you, chart, subjects } = ranking;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {ranking.regradedAt && (
        <Notice title={`Ranking refeito em ${formatDateTime(ranking.regradedAt)}`}>
          Uma questão foi anulada, ou voltou a valer, e as posições foram contadas de novo.
        </Notice>
      )}
      {subjects.length > 1 && (
        <Chips
          label="Ranking por"
          className="flex gap-2 overflow-x-auto pb-1 md:flex-wrap"
          value={subjectId === undefined ? WHOLE_EXAM : String(subjectId)}
          onValueChange={(value) => onSubject(value === WHOLE_EXAM ? undefined : Number(value))}
          chips={[
            { value: WHOLE_EXAM, label: 'Prova inteira' },
            ...subjects.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      <Card title={headingOf(ranking)} aside={you && ranking.subjectId === null && <Before you={you} />}>
        {chart && (
          <RankingChart
            chart={chart}
            cut={ranking.subjectId === null ? ranking.passLine : null}
            mine={you?.points ?? null}
          />
        )}
        <p className="mt-2 text-ink-soft text-sm">{meaningOf(ranking)}</p>
      </Card>
      <Card flush aria-label="Posições">
        <RankingTable ranking={ranking} />
        <EliminatedTable ranking={ranking} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 border-line border-t px-4 py-2 md:px-5">
          {you && <Presence you={you} />}
          {ranking.tieBreaks.length > 0 && <p className="py-2 text-sm">{tieText(ranking.tieBreaks)}</p>}
        </div>
      </Card>
    </div>
  );
}

type You = NonNullable<Ranking['you']>;

function headingOf({ you, people, eliminated, subjectId }: Ranking): string {
  if (!you) return `${plural(people, 'pessoa', 'pessoas')} neste ranking`;
  if (!you.isIn) return 'Você saiu do ranking';
  if (you.isEliminated && subjectId === null) return 'Você foi eliminado: não alcançou todos os mínimos';
  if (you.position === null) return 'As posições estão sendo refeitas';
  return subjectId === null && eliminated > 0
    ? `Você: ${you.position}º de ${plural(people - eliminated, 'classificado', 'classificados')}`
    : `Você: ${you.position}º de ${people}`;
}

/** 'À frente de 91% das pessoas. 5,0 pontos acima do corte. 96 pessoas passaram.' */
function meaningOf({ you, passed, people, eliminated, subjectId }: Ranking): string {
  const distance = you && Math.round(you.fromPassLine * 100) / 100;
  return [
    you?.betterThan != null &&
      you.betterThan > 0 &&
      `À frente de ${formatShare(you.betterThan)} ${subjectId === null && eliminated > 0 ? 'dos classificados' : 'das pessoas'}.`,
    subjectId === null &&
      distance !== null &&
      (distance === 0
        ? 'Sua nota está no corte.'
        : `Sua nota está ${formatPoints(Math.abs(distance))} ${distance > 0 ? 'acima' : 'abaixo'} do corte.`),
    subjectId === null && `${passed} de ${plural(people, 'pessoa passou', 'pessoas passaram')}.`,
    subjectId === null &&
      eliminated > 0 &&
      `${plural(eliminated, 'pessoa foi eliminada', 'pessoas foram eliminadas')} por não alcançar um mínimo e não ${eliminated === 1 ? 'tem' : 'têm'} posição.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function Before({ you: { before, position } }: { you: You }) {
  if (!before || position === null) return null;
  const isUp = position <= before.position;
  return (
    <span className={isUp ? 'font-strong text-ok' : undefined}>
      {isUp ? <TrendingUp className="inline size-4" /> : <TrendingDown className="inline size-4" />} era{' '}
      {before.position}º em {before.title}
    </span>
  );
}

/** One switch, for all rankings. */
function Presence({ you }: { you: You }) {
  const presence = useRankingPresence();
  return (
    <Switch
      label={`Aparecer no ranking como ${you.alias}`}
      help="Vale para todos os simulados. Só você vê que é você."
      checked={presence.isPending ? presence.variables : you.isIn}
      disabled={presence.isPending}
      onChange={(event) => presence.mutate(event.target.checked)}
    />
  );
}

function NotYet({ ranking: { state, resultsAt } }: { ranking: Ranking }): ReactNode {
  return state === 'few' ? (
    <EmptyState
      title="Ainda não há ranking"
      text={`Com menos de ${RANKING_FROM} pessoas daria para adivinhar quem é quem. Por isso ele não aparece.`}
    />
  ) : (
    <EmptyState
      title="O ranking ainda não saiu"
      text={`Ele é feito depois do resultado, que sai ${formatDateTime(resultsAt)}.`}
    />
  );
}

export const subtitleOf = ({ people, opensAt }: Ranking) =>
  `${people > 0 ? `${plural(people, 'pessoa fez', 'pessoas fizeram')} em ${formatDate(opensAt)}. ` : ''}Ninguém vê nomes: cada um é uma ave ou árvore sorteada.`;
