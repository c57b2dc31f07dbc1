import { formatDateTime, formatShare } from '#web/lib/format.ts';

type Point = { id: number; percent: number; finishedAt: string };
type AttemptsChartProps = { history: readonly Point[]; currentId: number; passingScore: number | null };

const BAR = 44;
const GAP = 16;
const TOP = 22;
const HEIGHT = 130;
const LEFT = 4;
const RIGHT = 44;
const BOTTOM = 24;

/**
 * Attempts side by side: bars from zero with their values, the pass mark as a dashed line with its number. Below it a
 * bar is amber and outlined, so that it is readable in grey, too. A table has the same numbers for screen readers.
 */
export function AttemptsChart({ history, currentId, passingScore }: AttemptsChartProps) {
  const width = LEFT + history.length * (BAR + GAP) + RIGHT;
  const y = (percent: number) => TOP + HEIGHT - (percent / 100) * HEIGHT;
  // With exam rules the pass line is in points, so there is no line to plot against the share of hits.
  const mark = passingScore === null ? null : y(passingScore);
  return (
    <div>
      <div className="overflow-x-auto">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${width} ${TOP + HEIGHT + BOTTOM}`}
          style={{ width, maxWidth: history.length <= 5 ? '100%' : undefined }}
          className="block text-xs tabular-nums"
        >
          {history.map(({ id, percent }, index) => {
            const x = LEFT + index * (BAR + GAP);
            const isCurrent = id === currentId;
            const passed = percent >= (passingScore ?? 0);
            return (
              <g key={id}>
                <rect
                  x={x + 0.75}
                  y={Math.min(y(percent), TOP + HEIGHT - 1.5)}
                  width={BAR - 1.5}
                  height={Math.max(1.5, TOP + HEIGHT - y(percent))}
                  rx="3"
                  className={passed ? 'fill-ill-blue' : 'fill-sun stroke-[1.5] stroke-sun-edge'}
                />
                <text
                  x={x + BAR / 2}
                  y={TOP + HEIGHT + 17}
                  textAnchor="middle"
                  className={isCurrent ? 'fill-ink font-strong text-[12px]' : 'fill-ink-soft text-[12px]'}
                >
                  {isCurrent ? 'esta' : `${index + 1}ª`}
                </text>
              </g>
            );
          })}
          {mark !== null && (
            <line
              x1="0"
              x2={width - RIGHT + 4}
              y1={mark}
              y2={mark}
              strokeDasharray="3 3"
              className="stroke-[1.5] stroke-ink"
            />
          )}
          {/* Rendered after the line: the label of a score just below the mark lies on it. */}
          {history.map(({ id, percent }, index) => (
            <text
              key={id}
              x={LEFT + index * (BAR + GAP) + BAR / 2}
              y={y(percent) - 6}
              textAnchor="middle"
              className="fill-ink stroke-[5] stroke-surface text-[12px] [paint-order:stroke]"
            >
              {formatShare(percent)}
            </text>
          ))}
          {mark !== null && passingScore !== null && (
            <text x={width - RIGHT + 8} y={mark + 4} className="fill-ink text-[12px]">
              {formatShare(passingScore)}
            </text>
          )}
          <line x1="0" x2={width - RIGHT + 4} y1={TOP + HEIGHT} y2={TOP + HEIGHT} className="stroke-2 stroke-ink" />
        </svg>
      </div>
      <p className="mt-2 text-ink-soft text-sm">
        {passingScore === null
          ? 'Percentual de acertos em cada tentativa.'
          : 'Linha tracejada: nota de corte. Em âmbar, abaixo dela.'}
      </p>
      <div className="sr-only">
        <table>
          <caption>Percentual de acertos em cada tentativa</caption>
          <thead>
            <tr>
              <th scope="col">Tentativa</th>
              <th scope="col">Data</th>
              <th scope="col">Acertos</th>
            </tr>
          </thead>
          <tbody>
            {history.map(({ id, percent, finishedAt }, index) => (
              <tr key={id}>
                <th scope="row">{id === currentId ? `${index + 1}ª, esta` : `${index + 1}ª`}</th>
                <td>{formatDateTime(finishedAt)}</td>
                <td>{formatShare(percent)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
