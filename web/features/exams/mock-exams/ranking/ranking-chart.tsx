import type { Ranking } from '#contract/exams/quiz-ranking.ts';
import { formatNumber, formatPoints, plural } from '#web/lib/format.ts';

const WIDTH = 720;
const FLOOR = 150;
const TALLEST = 125;
const LEFT = 10;

/** The index of the bar that contains a number of points. */
export function barOf({ from, to, counts }: NonNullable<Ranking['chart']>, points: number): number {
  if (to === from) return 0;
  return Math.min(counts.length - 1, Math.max(0, Math.floor(((points - from) / (to - from)) * counts.length)));
}

type RankingChartProps = { chart: NonNullable<Ranking['chart']>; cut: number | null; mine: number | null };

/** How many people have how many points; one's own bar has the sun, the cut is a dashed post. */
export function RankingChart({ chart, cut, mine }: RankingChartProps) {
  const { from, to, counts } = chart;
  const step = (WIDTH - 2 * LEFT) / counts.length;
  const most = Math.max(...counts);
  const own = mine === null ? -1 : barOf(chart, mine);
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(3, (count / most) * TALLEST));
  const xOf = (points: number) => LEFT + (to === from ? 0.5 : (points - from) / (to - from)) * (WIDTH - 2 * LEFT);
  const post = cut !== null && cut >= from && cut <= to ? xOf(cut) : null;
  const people = counts.reduce((sum, count) => sum + count, 0);
  const label = [
    `Distribuição das ${people} notas, de ${formatPoints(from)} a ${formatPoints(to)}`,
    mine !== null && `a sua é ${formatPoints(mine)}`,
    cut !== null && `corte ${formatPoints(cut)}`,
  ];
  return (
    <svg viewBox={`0 0 ${WIDTH} 186`} role="img" aria-label={label.filter(Boolean).join('; ')} className="block w-full">
      {counts.map((count, place) => {
        const x = LEFT + place * step + 3;
        const isOwn = place === own;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
          <g key={place}>
            <title>{plural(count, 'pessoa', 'pessoas')}</title>
            <rect
              x={x}
              y={FLOOR - heightOf(count)}
              width={step - 6}
              height={heightOf(count)}
              rx="3"
              className={
                isOwn
                  ? 'fill-sun stroke-[1.5] stroke-sun-edge forced-color-adjust-none'
                  : 'fill-ill-blue forced-color-adjust-none'
              }
            />
            {isOwn && (
              <text
                x={x + step / 2 - 3}
                y={FLOOR - heightOf(count) - 8}
                textAnchor="middle"
                className="fill-ink font-strong text-[15px] max-md:text-[26px]"
              >
                você
              </text>
            )}
          </g>
        );
      })}
      <line x1="0" x2={WIDTH} y1={FLOOR} y2={FLOOR} className="stroke-[3] stroke-ink" />
      {post !== null && cut !== null && (
        <>
          <line x1={post} x2={post} y1="8" y2={FLOOR} strokeDasharray="5 4" className="stroke-2 stroke-ink" />
          <text
            x={post > WIDTH / 2 ? post - 8 : post + 8}
            y="18"
            textAnchor={post > WIDTH / 2 ? 'end' : 'start'}
            className="fill-ink font-strong text-[15px] max-md:text-[26px]"
          >
            corte {formatPoints(cut)}
          </text>
        </>
      )}
      <g className="fill-ink-soft text-[15px] max-md:text-[26px]">
        <text x={LEFT} y="176">
          {formatNumber(from)}
        </text>
        <text x={WIDTH - LEFT} y="176" textAnchor="end">
          {formatNumber(to)}
        </text>
      </g>
    </svg>
  );
}
