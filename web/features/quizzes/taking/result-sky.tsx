import { type CSSProperties, useState } from 'react';
import { formatDateTime, formatShare } from '../../../lib/format.ts';
import { localKey } from '../../../lib/local-data.ts';
import { resultOf, withheldText } from '../../../lib/results.ts';
import { localStore } from '../../../lib/safe-storage.ts';
import { useUser } from '../../../lib/session.ts';
import type { Review } from './quizzes.queries.ts';
import { comparison, headline } from './result-words.ts';
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
/** Below it there is no bright band to write on: the score stands above the disc, in the light of the night. */
const WRITTEN_ON_SUN = 0.45;
const HORIZON = 430;
const DISC = 140;
/** A full score lifts the disc's top this high; the cut stands on the same scale. */
const FULL = 230;

/** The sun stands as high as the score, the cut is a dashed line in the sky: both say by how much. */
export function ResultSky({ review }: { review: Review }) {
  const { attempt, passingScore, title } = review;
  const result = resultOf(attempt);
  const rises = useFirstOpening(attempt.id) && result !== null;
  const say = headline(review) ?? `${withheldText(attempt.withheldBy)}.`;
  const sub = comparison(review);
  const share = (result?.percent ?? 0) / 100;
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
          <div aria-hidden="true" className="cut left" style={cutStyle(passingScore)} />
          <div aria-hidden="true" className="cut" style={cutStyle(passingScore)}>
            <span className="whitespace-nowrap">corte {formatShare(passingScore)}</span>
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
          <b>{result.score}/10</b> <span>{formatShare(result.percent)}</span>
        </p>
      )}
    </section>
  );
}

const cutStyle = (passingScore: number) => ({ '--cut': passingScore / 100 }) as CSSProperties;

/** Whether this is the first look at the newest result: the sun rises once. */
function useFirstOpening(attemptId: number): boolean {
  const key = localKey(useUser().id, 'last-result-seen');
  const [isFirst] = useState(() => {
    const isNew = attemptId > Number(localStore.read(key) ?? 0);
    if (isNew) localStore.write(key, String(attemptId));
    return isNew;
  });
  return isFirst;
}
