import type { ExpectedScore } from '#contract/study/exam-map.ts';
import { daysBetween } from '#contract/time.ts';
import { formatDayAndMonth } from '#web/lib/calendar-day.ts';
import { points } from './map-words.ts';

type ScoreLineProps = { history: ExpectedScore['history']; passMark: number | null };

const WIDTH = 320;
const HEIGHT = 84;

/** The score over the last weeks, with the cut dashed. The figures at both ends are text. */
export function ScoreLine({ history, passMark }: ScoreLineProps) {
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last) return null;
  const scores = [...history.map(({ score }) => score), ...(passMark === null ? [] : [passMark])];
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const days = Math.max(1, daysBetween(first.day, last.day));
  const x = (day: string) => (daysBetween(first.day, day) / days) * WIDTH;
  const y = (score: number) => HEIGHT - 8 - ((score - low) / Math.max(0.1, high - low)) * (HEIGHT - 16);
  const line = history.map(({ day, score }) => `${x(day).toFixed(1)},${y(score).toFixed(1)}`).join(' ');
  return (
    <div className="mt-3 tabular-nums">
      <p className="flex justify-between font-strong text-sm">
        <span>{points(first.score)}</span>
        <span>{points(last.score)}</span>
      </p>
      <svg aria-hidden="true" viewBox={`-10 0 ${WIDTH + 20} ${HEIGHT}`} className="w-full overflow-visible" fill="none">
        {passMark !== null && (
          <path
            d={`M0 ${y(passMark)}H${WIDTH}`}
            stroke="var(--ink)"
            strokeWidth="2"
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <polyline points={line} stroke="var(--ill-blue)" strokeWidth="2.5" vectorEffect="non-scaling-stroke" />
        <path
          d={`M${WIDTH - 9} ${y(last.score) + 4}a9 9 0 0 1 18 0Z`}
          fill="var(--sun)"
          stroke="var(--sun-edge)"
          strokeWidth="1.5"
        />
      </svg>
      <p className="flex justify-between text-ink-soft text-sm">
        <span>{formatDayAndMonth(first.day)}</span>
        {passMark !== null && <span>corte {points(passMark)}</span>}
        <span>hoje</span>
      </p>
    </div>
  );
}
