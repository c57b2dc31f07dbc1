import { Link } from 'wouter';
import type { ReturnedEssay } from '#contract/exams/essays.ts';
import { formatDate, formatPercent, formatPoints } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { criterionShares } from './criterion-shares.ts';

const WIDTH = 600;
const HEIGHT = 120;

/** The student's line over essays, in shares of the points that were possible, and the criteria that gave least. */
export function ReturnedLine({ essays }: { essays: readonly ReturnedEssay[] }) {
  const shares = essays.map(({ score, total }) => (total === 0 ? 0 : score / total));
  const at = (index: number) => (index / Math.max(1, essays.length - 1)) * (WIDTH - 16) + 8;
  const points = shares.map((share, index) => `${at(index)},${HEIGHT - 8 - share * (HEIGHT - 16)}`);
  return (
    <Card title="Suas redações" className="mt-6">
      {essays.length > 1 && (
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          className="mb-4 h-30 w-full"
          preserveAspectRatio="none"
          role="img"
          aria-label={`Notas em parte do total, da mais antiga à mais nova: ${shares.map((share) => formatPercent(share)).join(', ')}`}
        >
          <line x1="0" y1={HEIGHT - 8} x2={WIDTH} y2={HEIGHT - 8} className="stroke-line" />
          <polyline points={points.join(' ')} fill="none" className="stroke-ill-blue" strokeWidth="3" />
        </svg>
      )}
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <ul className="grid grid-cols-1 content-start divide-y divide-line">
          {essays.toReversed().map(({ id, title, number, returnedAt, score, total }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 py-1.5">
              <Link href={paths.essay(id)} className="link tappable min-w-0 flex-[1_1_8rem]">
                <span className="wrap-anywhere">{title}</span>
                {number > 1 && `, versão ${number}`}
              </Link>
              <span className="ml-auto text-right text-sm tabular-nums">
                {formatPoints(score)} de {formatPoints(total)}
                <span className="block text-ink-soft">{formatDate(returnedAt)}</span>
              </span>
            </li>
          ))}
        </ul>
        <div>
          <h3 className="mb-2 font-strong text-sm">Por critério, da menor para a maior parte</h3>
          <ul className="grid grid-cols-1 gap-2">
            {criterionShares(essays).map(({ name, share, count }) => (
              <li key={name} className="text-sm">
                <span className="flex flex-wrap justify-between gap-x-3">
                  <span className="wrap-anywhere flex-[1_1_8rem]">{name}</span>
                  <span className="tabular-nums">
                    {formatPercent(share)}
                    <span className="text-ink-soft"> em {count}</span>
                  </span>
                </span>
                <span aria-hidden="true" className="mt-1 block h-2 rounded-full bg-sunken">
                  <span className="block h-full rounded-full bg-ill-blue" style={{ width: `${share * 100}%` }} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}
