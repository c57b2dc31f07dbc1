import { useState } from 'react';
import { useLocation } from 'wouter';
import { mostPoints } from '#contract/exams/espelho.ts';
import type { Essay } from '#contract/exams/essays.ts';
import { formatDateTime, formatPoints } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { cx } from '#web/ui/cx.ts';
import { PageHeader } from '#web/ui/page.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { Stat } from '#web/ui/stat.tsx';
import { sortedMarks } from '../marked-text.ts';
import { PhotoPages } from '../photos/photo-pages.tsx';
import { SheetView } from '../sheet-view.tsx';
import { ComparedVersions } from './compared-versions.tsx';
import { useBeginEssay } from './essays.queries.ts';
import { ReviewCard } from './review-card.tsx';

type Returned = NonNullable<Essay['returned']>;
export type ReturnedEssayPageProps = { essay: Essay; returned: Returned };

export default function ReturnedEssayPage({ essay, returned }: ReturnedEssayPageProps) {
  const { theme, previous, number } = essay;
  const { correction, result } = returned;
  const [view, setView] = useState<'own' | 'compared'>('own');
  const { minimum } = theme.espelho;
  // Two versions are compared word by word: pictures have none.
  const isComparable = previous !== null && !previous.isPhoto && !essay.isPhoto;
  return (
    <>
      <PageHeader
        title={theme.title}
        subtitle={`${number > 1 ? `Versão ${number}. ` : ''}Corrigida em ${formatDateTime(returned.at)}`}
      />
      <div className="mb-6 grid grid-cols-2 gap-4 md:grid-cols-4">
        <Stat label="Nota" value={formatPoints(result.score)} note={`de ${formatPoints(mostPoints(theme.espelho))}`} />
        {minimum !== null && (
          <Stat label="Mínimo" value={formatPoints(minimum)} note={distance(result.score, minimum)} />
        )}
        {result.penalty > 0 && (
          <Stat
            label="Erros de língua"
            value={`−${formatPoints(result.penalty)}`}
            note={`${correction.languageErrors} em ${result.lines} linhas`}
          />
        )}
        <Stat label="Linhas" value={String(result.lines)} note={`de ${theme.maxLines}`} />
      </div>
      <Rewrite essay={essay} />
      {isComparable && (
        <Chips
          className="mb-4 flex flex-wrap gap-2"
          label="Versões"
          value={view}
          onValueChange={setView}
          chips={[
            { value: 'own', label: `Versão ${number}` },
            { value: 'compared', label: `Comparar com a ${previous.number}` },
          ]}
        />
      )}
      {view === 'compared' && isComparable ? (
        <ComparedVersions essay={essay} returned={returned} previous={previous} />
      ) : (
        <Corrected essay={essay} returned={returned} />
      )}
    </>
  );
}

/** How far a score is from the minimum. */
const distance = (score: number, minimum: number): string =>
  score === minimum
    ? 'alcançado'
    : `${formatPoints(Math.abs(score - minimum))} ${score > minimum ? 'acima' : 'abaixo'}`;

function Rewrite({ essay }: { essay: Essay }) {
  const [, navigate] = useLocation();
  const begin = useBeginEssay(essay.themeId);
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-card border border-sun-edge bg-sun-tint p-4 print:hidden">
      <div>
        <h2 className="text-md">Reescreva enquanto está fresco</h2>
        <p className="text-sm">
          {essay.isPhoto
            ? 'Escreva de novo, aqui ou no papel, com a correção ao lado.'
            : 'O texto abre como está; depois você compara as duas versões palavra por palavra.'}
        </p>
      </div>
      <Button
        variant="next"
        busy={begin.isPending}
        busyLabel="Abrindo a folha..."
        onClick={() => begin.mutate(false, { onSuccess: ({ id }) => navigate(paths.essay(id)) })}
      >
        Reescrever
      </Button>
    </div>
  );
}

/** As in the text. */
const colours = (isPraise: boolean) => (isPraise ? 'border-ok bg-ok-tint' : 'border-sun-edge bg-mark');

/** What the colours of the marks mean. */
function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-sm">
      {[false, true].map((isPraise) => (
        <li key={String(isPraise)} className="flex items-center gap-2">
          <span aria-hidden="true" className={cx('size-4 rounded-xs border-b-2', colours(isPraise))} />
          {isPraise ? 'ponto forte' : 'tira pontos ou pede cuidado'}
        </li>
      ))}
    </ul>
  );
}

function Corrected({ essay, returned }: { essay: Essay; returned: Returned }) {
  const { theme, text, isPhoto = false, pages = [] } = essay;
  const { correction, result, by } = returned;
  const [activeId, setActiveId] = useState<string | null>(null);
  const marks = sortedMarks(correction.marks);
  const nameOf = (key: string | null) => theme.espelho.criteria.find((one) => one.key === key)?.name ?? 'Geral';
  const choose = (id: string) => {
    setActiveId(id);
    document.getElementById(`marca-${id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const reasons = theme.espelho.zeroReasons.filter(({ key }) => result.reasonKeys.includes(key));
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-1 content-start gap-4">
        {isPhoto ? (
          <PhotoPages pages={pages} marks={correction.marks} activeId={activeId} onChoose={choose} />
        ) : (
          <SheetView
            text={text}
            lineWidth={theme.lineWidth}
            maxLines={theme.maxLines}
            marks={correction.marks}
            activeId={activeId}
            onChoose={choose}
          />
        )}
        {marks.length > 0 && <Legend />}
        {correction.comment && (
          <Card title="Palavra do professor">
            <PlainText text={correction.comment} />
            {by && <p className="mt-2 text-ink-soft text-sm">{by}</p>}
          </Card>
        )}
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <Card title="Por critério">
          {reasons.length > 0 && <p className="mb-3 text-bad text-sm">{reasons.map(({ name }) => name).join(', ')}</p>}
          <ul className="grid grid-cols-1 gap-3">
            {theme.espelho.criteria.map(({ key, name, points, description }) => {
              const given = correction.points[key] ?? 0;
              return (
                <li key={key}>
                  <p className="flex justify-between gap-3">
                    <span className="wrap-anywhere font-strong">{name}</span>
                    <span className="shrink-0 tabular-nums">
                      <b>{formatPoints(given)}</b> de {formatPoints(points)}
                    </span>
                  </p>
                  <span aria-hidden="true" className="mt-1 block h-2.5 rounded-full bg-sunken">
                    <span
                      className={cx('block h-full rounded-full', given < points * 0.75 ? 'bg-sun-edge' : 'bg-ill-blue')}
                      style={{ width: `${(given / points) * 100}%` }}
                    />
                  </span>
                  {description && <p className="mt-1 text-ink-soft text-sm">{description}</p>}
                </li>
              );
            })}
          </ul>
        </Card>
        {marks.length > 0 && (
          <Card title={marks.length === 1 ? 'A marca' : `As ${marks.length} marcas`}>
            <ol className="grid grid-cols-1 divide-y divide-line">
              {marks.map((mark, index) => (
                <li key={mark.id} id={`marca-${mark.id}`}>
                  <button
                    type="button"
                    aria-pressed={mark.id === activeId}
                    onClick={() => setActiveId(mark.id)}
                    className="grid min-h-11 w-full grid-cols-[1.75rem_minmax(0,1fr)_auto] gap-2 py-3 text-left text-sm aria-pressed:bg-selected"
                  >
                    <span
                      className={cx(
                        'flex size-6 items-center justify-center rounded-full border-b-2 font-strong text-xs tabular-nums',
                        colours(mark.isPraise),
                      )}
                    >
                      {index + 1}
                    </span>
                    <span>
                      <span className="block text-ink-soft">{nameOf(mark.criterionKey)}</span>
                      {mark.comment}
                    </span>
                    <span className="font-strong tabular-nums">
                      {mark.isPraise ? 'elogio' : mark.points > 0 && `−${formatPoints(mark.points)}`}
                    </span>
                  </button>
                </li>
              ))}
            </ol>
          </Card>
        )}
        <ReviewCard essay={essay} score={result.score} />
      </div>
    </div>
  );
}
