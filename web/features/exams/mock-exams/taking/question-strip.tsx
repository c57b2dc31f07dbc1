import { Flag } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx } from '#web/ui/cx.ts';

export type StripState = 'answered' | 'left' | 'skipped' | 'blank';
export type StripItem = { id: number; state: StripState; flagged: boolean };

const looks: Record<StripState, string> = {
  answered: 'marked-ground border-primary bg-primary font-strong text-on-primary hover:bg-primary-hover',
  left: 'border-[1.5px] border-primary bg-selected font-strong hover:bg-hover',
  skipped: 'border-[1.5px] border-line-strong border-dashed hover:bg-hover',
  blank: 'border-line-strong hover:bg-hover',
};

const words: Record<StripState, string> = {
  answered: 'respondida',
  left: 'deixada em branco',
  skipped: 'pulada',
  blank: 'em branco',
};

type QuestionStripProps = {
  items: readonly StripItem[];
  current: number;
  onGo: (index: number) => void;
  /** Leaves the row for the question that is open; the keyboard needs one key for it and not one for each question. */
  onSkip: () => void;
};

/** One row that follows the current question: answered, skipped, blank, marked, and the sun where one is. */
export function QuestionStrip({ items, current, onGo, onSkip }: QuestionStripProps) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = list.current?.children[current];
    if (!list.current || !(here instanceof HTMLElement)) return;
    list.current.scrollLeft = here.offsetLeft - (list.current.clientWidth - here.clientWidth) / 2;
  }, [current]);
  return (
    <>
      <button
        type="button"
        onClick={onSkip}
        className="not-focus-visible:sr-only shrink-0 rounded-control border border-line-strong bg-surface px-3 py-2 text-sm"
      >
        Ir para a resposta da questão {current + 1}
      </button>
      <nav
        ref={list}
        aria-label="Questões"
        className="relative flex min-w-0 grow justify-center-safe gap-1.5 overflow-x-auto py-1.5 pl-1 [scrollbar-width:none] max-md:order-first max-md:-my-1.5 max-md:basis-full"
      >
        {items.map(({ id, state, flagged }, index) => {
          const isCurrent = index === current;
          const parts = [`Questão ${index + 1}`, isCurrent && 'atual', words[state], flagged && 'marcada para revisão'];
          return (
            <button
              key={id}
              type="button"
              aria-current={isCurrent || undefined}
              aria-label={parts.filter(Boolean).join(', ')}
              onClick={() => onGo(index)}
              className={cx(
                'relative grid place-items-center rounded-[6px] border text-sm tabular-nums transition-colors',
                'size-[38px] shrink-0 pointer-coarse:size-11',
                looks[state],
                isCurrent &&
                  'outline-2 outline-ink outline-offset-2 after:absolute after:bottom-0 after:h-[7px] after:w-[14px] after:rounded-t-[7px] after:bg-sun',
              )}
            >
              {index + 1}
              {flagged && (
                <span
                  aria-hidden="true"
                  className="absolute -top-1 -right-1 grid size-4 place-items-center rounded-full border border-sun-edge bg-sun text-on-sun"
                >
                  <Flag className="size-2.5 stroke-3" />
                </span>
              )}
            </button>
          );
        })}
      </nav>
    </>
  );
}

const swatch = 'size-3.5 rounded-[4px] border';

export function StripLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 [&>li]:flex [&>li]:items-center [&>li]:gap-1.5">
      <li>
        <span className={cx(swatch, 'marked-ground border-primary bg-primary')} />
        Respondida
      </li>
      <li>
        <span className={cx(swatch, 'border-[1.5px] border-line-strong border-dashed')} />
        Pulada
      </li>
      <li>
        <span className={cx(swatch, 'border-line-strong')} />
        Em branco
      </li>
      <li>
        <span className="grid size-3.5 place-items-center rounded-full border border-sun-edge bg-sun text-on-sun">
          <Flag className="size-2 stroke-3" />
        </span>
        Marcada para revisão
      </li>
    </ul>
  );
}
