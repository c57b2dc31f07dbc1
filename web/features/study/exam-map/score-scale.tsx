import { amount, points } from './map-words.ts';

type ScoreScaleProps = { score: number; low: number; high: number; of: number; passMark: number | null };

/** The sun on the score, the band around it, the cut as a post. Decoration: the words beside it say the same. */
export function ScoreScale({ score, low, high, of, passMark }: ScoreScaleProps) {
  const at = (value: number) => (of > 0 ? Math.min(1, Math.max(0, value / of)) * 300 : 0);
  return (
    <div className="mt-3">
      <svg aria-hidden="true" viewBox="-14 0 328 44" className="w-full overflow-visible" fill="none">
        <path d={`M${at(low)} 38V26H${at(high)}V38Z`} fill="var(--sun-tint)" stroke="var(--sun-edge)" strokeWidth="1" />
        <path
          d={`M${at(score) - 10} 38a10 10 0 0 1 20 0Z`}
          fill="var(--sun)"
          stroke="var(--sun-edge)"
          strokeWidth="1.5"
        />
        {passMark !== null && (
          <path d={`M${at(passMark)} 8V38`} stroke="var(--ink)" strokeWidth="2" strokeDasharray="4 3" />
        )}
        <path d="M0 39.5H300" stroke="var(--ink)" strokeWidth="3" />
      </svg>
      <p className="flex justify-between text-ink-soft text-sm tabular-nums">
        <span>0</span>
        {passMark !== null && <span>corte {points(passMark)}</span>}
        <span>{amount(of)}</span>
      </p>
    </div>
  );
}
