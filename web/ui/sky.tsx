import { cx } from './cx.ts';

/** Radii of the bands at full dawn, outermost first, and the level from which each exists. */
const bands = [
  { radius: 392, from: 0 },
  { radius: 320, from: 0.12 },
  { radius: 256, from: 0.3 },
  { radius: 192, from: 0.45 },
  { radius: 134, from: 0.6 },
];
const stars = [
  [46, 66, 1.6],
  [114, 152, 1.2],
  [182, 40, 1.8],
  [296, 26, 1.2],
  [623, 46, 1.8],
  [722, 132, 1.2],
  [532, 99, 1.2],
  [737, 231, 1.5],
  [23, 218, 1.4],
  [418, 66, 1.3],
  [236, 109, 1.1],
  [669, 185, 1],
] as const;

const HORIZON = 330;
const moves = '[transition:cy_600ms_var(--ease),r_600ms_var(--ease)] motion-reduce:transition-none';

type SkyProps = {
  /** From night (0) to full dawn (1); null: unknown, and there is no sun. */
  level: number | null;
  className?: string;
};

/**
 * A night sky that brightens with work done. Its bottom edge is the horizon. Decoration: the text beside it says the
 * same.
 */
export function Sky({ level, className }: SkyProps) {
  const light = level ?? 0;
  return (
    <svg aria-hidden="true" viewBox="0 0 760 330" preserveAspectRatio="xMidYMax meet" className={cx('sky', className)}>
      {/* A phone has text where the stars are. */}
      <g fill="var(--on-night)" opacity={1 - 0.85 * light} className="max-md:hidden">
        {stars.map(([x, y, r]) => (
          <circle key={x} cx={x} cy={y} r={r} />
        ))}
      </g>
      {level !== null &&
        bands.map(
          ({ radius, from }, index) =>
            level >= from && (
              <circle
                key={radius}
                cx="500"
                cy={HORIZON}
                r={Math.round(radius * (0.78 + 0.22 * level))}
                fill={`var(--dawn-${index + 1})`}
                className={moves}
              />
            ),
        )}
      {level !== null && (
        <circle cx="500" cy={HORIZON + 80 * (1 - level)} r="80" fill="var(--dawn-6)" className={moves} />
      )}
    </svg>
  );
}
