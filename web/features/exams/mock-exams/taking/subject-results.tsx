import { formatShare } from '#web/lib/format.ts';
import { cx } from '#web/ui/cx.ts';
import type { Review } from './quizzes.queries.ts';

type SubjectResultsProps = { subjects: Review['subjects']; passingScore: number };

/** Hits per subject as bars from zero, with the number and the count written at the end. */
export function SubjectResults({ subjects, passingScore }: SubjectResultsProps) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {subjects.map(({ name, correct, total }) => {
        if (correct === null) return <WithheldSubject key={name} name={name} />;
        const percent = (correct / total) * 100;
        const passed = percent >= passingScore;
        return (
          <li key={name}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
              <span>{name}</span>
              <span className="tabular-nums">
                <b className="font-strong">{correct}</b> de {total}{' '}
                <span className="text-ink-soft">{formatShare(percent)}</span>
              </span>
            </p>
            <div
              aria-hidden="true"
              className="relative mt-1 h-3 rounded-[3px] bg-sunken print:border print:border-line print:[print-color-adjust:exact]"
            >
              <div
                className={cx(
                  'h-full rounded-[3px] forced-color-adjust-none',
                  passed ? 'bg-ill-blue' : 'border-[1.5px] border-sun-edge bg-sun',
                )}
                style={{ width: `max(${percent}%, ${percent > 0 ? '6px' : '0px'})` }}
              />
              <span
                className="absolute -inset-y-1 border-ink border-l-[1.5px] border-dashed"
                style={{ left: `${passingScore}%` }}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const WithheldSubject = ({ name }: { name: string }) => (
  <li className="text-sm">
    {name} <span className="text-ink-soft">tem questões de um simulado em andamento</span>
  </li>
);
