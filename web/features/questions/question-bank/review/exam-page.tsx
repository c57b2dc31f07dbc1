import type { ImportPage } from '#contract/questions/import-review.ts';
import { cx } from '#web/ui/cx.ts';
import { type EntryPiece, partNames } from './pieces.ts';

type Box = { x: number; y: number; w: number; h: number };

type ExamPageProps = {
  page: ImportPage;
  pieces: readonly EntryPiece[];
  selected: number | null;
  /** Shows only the question, for narrow screens. */
  isCropped: boolean;
  onSelect: (line: number) => void;
};

/** The margin in points around a cropped question. */
const MARGIN = 14;

function cropOf({ width, height, lines }: ImportPage, pieces: readonly EntryPiece[], isCropped: boolean): Box {
  const own = lines.filter(({ line }) => pieces.some((piece) => piece.line === line)).map(({ box }) => box);
  if (!isCropped || own.length === 0) return { x: 0, y: 0, w: width, h: height };
  const left = Math.max(0, Math.min(...own.map(({ x }) => x)) - MARGIN);
  const top = Math.max(0, Math.min(...own.map(({ y }) => y)) - MARGIN);
  const right = Math.min(width, Math.max(...own.map(({ x, w }) => x + w)) + MARGIN);
  const bottom = Math.min(height, Math.max(...own.map(({ y, h }) => y + h)) + MARGIN);
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** A page of an exam with the boxes of one question. Each line is a button that selects it. */
export function ExamPage({ page, pieces, selected, isCropped, onSelect }: ExamPageProps) {
  const crop = cropOf(page, pieces, isCropped);
  const partOf = (line: number) => pieces.find((piece) => piece.line === line)?.part;
  const inside = page.lines.filter(
    ({ box }) => box.x < crop.x + crop.w && box.x + box.w > crop.x && box.y < crop.y + crop.h && box.y + box.h > crop.y,
  );
  const place = ({ x, y, w, h }: Box) => ({
    left: `${((x - crop.x) / crop.w) * 100}%`,
    top: `${((y - crop.y) / crop.h) * 100}%`,
    width: `${(w / crop.w) * 100}%`,
    height: `${(h / crop.h) * 100}%`,
  });
  return (
    <div
      className="relative overflow-hidden rounded-control border border-line bg-surface text-ink shadow-float"
      data-exam-page
    >
      <svg
        viewBox={`${crop.x} ${crop.y} ${crop.w} ${crop.h}`}
        className="block w-full"
        aria-hidden="true"
        fontFamily="'Times New Roman', Times, serif"
      >
        {page.figures.map((box) => (
          <rect key={`${box.x} ${box.y}`} x={box.x} y={box.y} width={box.w} height={box.h} className="fill-line" />
        ))}
        {inside.map(({ line, box, size, baseline, text, isBold }) => (
          <text
            key={line}
            x={box.x}
            y={baseline}
            fontSize={size}
            fontWeight={isBold ? 700 : 400}
            textLength={box.w}
            lengthAdjust="spacingAndGlyphs"
            fill="currentColor"
          >
            {text}
          </text>
        ))}
      </svg>
      {inside.map(({ line, box, text }, at) => {
        const part = partOf(line);
        const isFirst = part !== undefined && partOf(inside[at - 1]?.line ?? -1) !== part;
        return (
          <button
            key={line}
            type="button"
            aria-pressed={selected === line}
            aria-label={`${part ? partNames[part] : 'Fora da questão'}: ${text}`}
            onClick={() => onSelect(line)}
            style={place({ x: box.x - 2, y: box.y - 1, w: box.w + 4, h: box.h + 2 })}
            className={cx(
              'absolute rounded-xs border',
              part === undefined && 'border-transparent hover:border-line-strong',
              part === 'statement' && 'border-primary bg-primary/10',
              part === 'base' && 'border-ok bg-ok/10',
              part !== undefined && part !== 'statement' && part !== 'base' && 'border-line-strong bg-ink/5',
              'aria-pressed:border-sun-edge aria-pressed:border-dashed aria-pressed:bg-sun/25',
            )}
          >
            {isFirst && (
              <span className="-top-2 absolute right-0 rounded-xs bg-ink px-1 font-strong text-[10px] text-canvas leading-tight">
                {partNames[part]}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
