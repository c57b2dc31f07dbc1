import type { SubjectResult } from '#contract/study/dashboards.ts';
import { formatShare } from '#web/lib/format.ts';

const grid = 'grid items-center gap-x-3 grid-cols-[1fr_auto_3rem] md:grid-cols-[minmax(0,9rem)_1fr_3rem_4.5rem]';

/** Bars with their numbers for the eye, the same as a table for who listens. */
export default function SubjectChart({ subjects, mark }: { subjects: SubjectResult[]; mark: number }) {
  return (
    <>
      <div aria-hidden="true" className="text-sm tabular-nums">
        {subjects.map((subject) => (
          <div key={subject.id} className={grid}>
            <span className="py-1 leading-snug md:text-right">{subject.name}</span>
            <span className="text-right text-ink-soft text-xs md:col-start-4 md:row-start-1">{hits(subject)}</span>
            <span className="text-right font-strong md:col-start-3 md:row-start-1">{formatShare(subject.percent)}</span>
            <span className="max-md:col-span-full md:col-start-2 md:row-start-1">
              <Bar percent={subject.percent} mark={mark} />
            </span>
          </div>
        ))}
        <div className={grid}>
          <span className="relative h-6 text-ink-soft text-xs max-md:col-span-full md:col-start-2">
            <span className="absolute left-0">0%</span>
            <span className="absolute -translate-x-1/2 font-strong text-ink" style={{ left: `${mark}%` }}>
              {mark}%
            </span>
            <span className="absolute right-0">100%</span>
          </span>
        </div>
      </div>
      {/* A table takes the room of its words even when hidden; a box around it does not. */}
      <div className="sr-only">
        <table>
          <caption>Acertos por matéria nos últimos 30 dias</caption>
          <thead>
            <tr>
              <th scope="col">Matéria</th>
              <th scope="col">Percentual</th>
              <th scope="col">Acertos</th>
            </tr>
          </thead>
          <tbody>
            {subjects.map((subject) => (
              <tr key={subject.id}>
                <th scope="row">{subject.name}</th>
                <td>{formatShare(subject.percent)}</td>
                <td>{hits(subject)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const hits = ({ correct, total }: SubjectResult) => `${correct} de ${total}`;

/** From zero to a hundred; below the mark amber and outlined, so that it reads in grey, too. */
function Bar({ percent, mark }: { percent: number; mark: number }) {
  const weak = percent < mark;
  return (
    <svg aria-hidden="true" width="100%" className="block h-6 overflow-visible md:h-8">
      <rect y="20%" width="100%" height="60%" rx="3" fill="var(--sunken)" />
      {percent > 0 && (
        <rect
          y="20%"
          width={`${percent}%`}
          height="60%"
          rx="3"
          fill={weak ? 'var(--sun)' : 'var(--ill-blue)'}
          stroke={weak ? 'var(--sun-edge)' : 'none'}
          strokeWidth="1.5"
        />
      )}
      <line
        x1={`${mark}%`}
        x2={`${mark}%`}
        y1="0"
        y2="100%"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeDasharray="3 3"
      />
    </svg>
  );
}
