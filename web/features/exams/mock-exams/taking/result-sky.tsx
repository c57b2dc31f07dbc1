import type { CSSProperties } from 'react';
import { formatDateTime, formatNumber, formatPoints, formatShare } from '#web/lib/format.ts';
import { useBrowserState } from '#web/lib/hydration.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { useUser } from '#web/lib/session.ts';
import { resultOf, withheldText } from '../results.ts';
import type { Review } from './quizzes.queries.ts';
import { comparison, headline } from './result-words.ts';
import { eliminationText, type RuledResult, ruledHeadline } from './ruled-words.ts';
import { formatDuration } from './score.ts';
import './result-sky.css';

/** Radii of the bands at a full score, outermost first, and the share from which each exists. */
const bands = [
  { radius: 654, from: 0 },
  { radius: 526, from: 0.1 },
  { radius: 423, from: 0.23 },
  { radius: 322, from: 0.45 },
  { radius: 239, from: 0.45 },
];
/** Below it there is no bright band as a background: the score is above the disc, in light text. */
const WRITTEN_ON_SUN = 0.45;
const HORIZON = 430;
const DISC = 140;
/** The height of the disc's top at a full score; the cut uses the same scale. */
const FULL = 230;

/** The height of the sun is the score, the cut is a dashed line in the sky: both show the distance. */
export function ResultSky({ review, ruled }: { review: Review; ruled: RuledResult | null }) {
  const { attempt, title } = review;
  const result = ruled ? ruledSky(ruled) : plainSky(review);
  const rises = useFirstOpening(attempt.id) && result !== null;
  const say = (ruled ? ruledHeadline(ruled) : headline(review)) ?? `${withheldText(attempt.withheldBy)}.`;
  const sub = ruled ? eliminationText(ruled) : comparison(review);
  const share = result?.share ?? 0;
  return (
    <section aria-labelledby="result" className="result-sky on-night print:hidden">
      <svg aria-hidden="true" viewBox="0 0 1180 430" preserveAspectRatio="xMidYMax meet" className="scene">
        {result &&
          bands.map(
            ({ radius, from }, index) =>
              share >= from && (
                <circle
                  key={radius}
                  cx="590"
                  cy={HORIZON}
                  r={Math.round(radius * (0.687 + 0.313 * share))}
                  fill={`var(--dawn-${index + 1})`}
                />
              ),
          )}
        {result && (
          <circle
            cx="590"
            cy={HORIZON + DISC - FULL * share}
            r={DISC}
            fill="var(--dawn-6)"
            className={rises ? 'rising' : undefined}
            style={{ '--rise': `${FULL * share}px` } as CSSProperties}
          />
        )}
      </svg>
      {result && (
        <>
          <div aria-hidden="true" className="cut left" style={cutStyle(result.cut)} />
          <div aria-hidden="true" className="cut" style={cutStyle(result.cut)}>
            <span className="whitespace-nowrap">corte {result.cutText}</span>
          </div>
        </>
      )}
      <div className="page-width words">
        <h1 id="result" className="wrap-anywhere font-normal text-base text-on-night-soft tracking-normal">
          {title}, {formatDateTime(attempt.finishedAt)}, {formatDuration(attempt.timeSpent)} de prova
        </h1>
        <p className="mt-3 max-w-[24ch] text-balance font-strong text-show-md leading-tight tracking-[-0.02em] md:text-show-lg">
          {say}
        </p>
        {sub && <p className="mt-2 max-w-[46ch]">{sub}</p>}
      </div>
      {result && (
        <p className={share < WRITTEN_ON_SUN ? 'score above' : 'score'} style={{ '--score': share } as CSSProperties}>
          <b>{result.score}</b> <span>{result.unit}</span>
        </p>
      )}
    </section>
  );
}

const cutStyle = (cut: number) => ({ '--cut': cut }) as CSSProperties;

/** The positions of the disc and the pass line, from 0 to 1, and their labels. */
type SkyFigures = { share: number; cut: number; cutText: string; score: string; unit: string };

function plainSky({ attempt, passingScore }: Review): SkyFigures | null {
  const result = resultOf(attempt);
  return (
    result && {
      share: result.percent / 100,
      cut: passingScore / 100,
      cutText: formatShare(passingScore),
      score: `${result.score}/10`,
      unit: formatShare(result.percent),
    }
  );
}

/** Below zero the sun has not risen; its number shows by how much. */
const partOf = (points: number, max: number) => (max <= 0 ? 0 : Math.min(1, Math.max(0, points / max)));

const ruledSky = ({ points, maxPoints, passLine }: RuledResult): SkyFigures => ({
  share: partOf(points, maxPoints),
  cut: partOf(passLine, maxPoints),
  cutText: formatPoints(passLine),
  score: formatPoints(points),
  unit: `nota líquida de ${formatNumber(maxPoints)}`,
});

/** Whether this is the first view of the newest result: the sunrise is animated once. */
function useFirstOpening(attemptId: number): boolean {
  const key = localKey(useUser().id, 'last-result-seen');
  const [isFirst] = useBrowserState(() => {
    const isNew = attemptId > Number(localStore.read(key) ?? 0);
    if (isNew) localStore.write(key, String(attemptId));
    return isNew;
  }, false);
  return isFirst;
}
