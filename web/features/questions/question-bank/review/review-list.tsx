import type { ImportEntry } from '#contract/questions/question-import.ts';
import { plural } from '#web/lib/format.ts';

type ReviewListProps = {
  open: readonly ImportEntry[];
  settled: readonly ImportEntry[];
  position: number;
  onGo: (position: number) => void;
};

/** Entries that need a decision, then the others. */
export function ReviewList({ open, settled, position, onGo }: ReviewListProps) {
  const annulled = settled.filter(({ problem, isAnnulled, isLeftOut }) => problem && isAnnulled && !isLeftOut);
  const clear = settled.filter((entry) => !annulled.includes(entry));
  return (
    <nav aria-label="Questões da prova" className="grid grid-cols-1 content-start gap-2">
      <h2 className="text-sm">
        {open.length === 0 ? 'Nada pede um olhar' : `${plural(open.length, 'questão pede', 'questões pedem')} um olhar`}
      </h2>
      <Rows entries={open} position={position} onGo={onGo} />
      {annulled.length > 0 && (
        <details>
          <summary className="tappable cursor-pointer font-strong text-sm">
            {plural(annulled.length, 'anulada fica', 'anuladas ficam')} de fora
          </summary>
          <Rows entries={annulled} position={position} onGo={onGo} />
        </details>
      )}
      {clear.length > 0 && (
        <details>
          <summary className="tappable cursor-pointer font-strong text-sm">{clear.length} sem dúvida</summary>
          <Rows entries={clear} position={position} onGo={onGo} />
        </details>
      )}
    </nav>
  );
}

function Rows({
  entries,
  position,
  onGo,
}: Pick<ReviewListProps, 'position' | 'onGo'> & { entries: readonly ImportEntry[] }) {
  return (
    <ul className="grid max-h-72 grid-cols-1 gap-1 overflow-y-auto lg:max-h-[70vh]">
      {entries.map((entry) => (
        <li key={entry.position}>
          <button
            type="button"
            aria-current={entry.position === position}
            onClick={() => onGo(entry.position)}
            className="grid min-h-11 w-full rounded-control px-3 py-2 text-left text-sm hover:bg-hover aria-current:bg-selected"
          >
            <span className="font-strong">Questão {entry.number ?? entry.line}</span>
            <span className="line-clamp-2 text-ink-soft text-xs">
              {entry.problem?.replace(/^Confira: /, '') ?? entry.excerpt}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
