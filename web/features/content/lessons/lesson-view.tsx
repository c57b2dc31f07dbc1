import { Clock, Type } from 'lucide-react';
import { type CSSProperties, createContext, memo, Suspense, useContext, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Lesson } from '#contract/content/lessons.ts';
import type { LessonProgress } from '#contract/content/reading.ts';
import { PreparedRichText, prepareText } from '#web/editor/rich-text.tsx';
import { formatLongDate, formatMissing, formatPercent } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { BackLink } from './back-link.tsx';
import { LessonFooter } from './lesson-footer.tsx';
import { LessonOutline, OutlineSummary } from './lesson-outline.tsx';
import { useReadingAppearance } from './reading-appearance.ts';
import { useReading } from './use-reading.ts';
import { useResume } from './use-resume.ts';

// Chosen once and then left: not part of what reading loads.
const ReadingPanel = lazyChunk(() => import('./reading-panel.tsx'));

// Tools for the text load after the text.
const ReaderTools = lazyChunk(() => import('./reader/reader-tools.tsx'));

// Few lessons have a video.
const LessonPlayers = lazyChunk(() => import('./reader/players/lesson-players.tsx'));

// Most readers are no authors: what writing takes is not part of what reading loads.
const LessonEditButton = lazyChunk(() => import('./lesson-edit-button.tsx'));

type LessonViewProps = { lesson: Lesson; standing: LessonProgress | undefined };

const AppearanceContext = createContext<ReturnType<typeof useReadingAppearance> | null>(null);

/** The appearance is known only after hydration: only this component renders again then, not the full lesson. */
export function LessonView(props: LessonViewProps) {
  const appearance = useReadingAppearance();
  const [look] = appearance;
  return (
    <AppearanceContext value={appearance}>
      <div className="lesson-paper" data-size={look.size} data-width={look.width} data-paper={look.paper}>
        <LessonPage {...props} />
      </div>
    </AppearanceContext>
  );
}

function AppearancePanel({ id }: { id: string }) {
  const appearance = useContext(AppearanceContext);
  if (!appearance) return null;
  const [look, change] = appearance;
  return (
    <Suspense>
      <ReadingPanel id={id} look={look} onChange={change} />
    </Suspense>
  );
}

const LessonPage = memo(function LessonPage({ lesson, standing }: LessonViewProps) {
  const body = useRef<HTMLDivElement>(null);
  const footer = useRef<HTMLElement>(null);
  // A copy cached by an earlier release has no recordings.
  const text = useMemo(() => prepareText(lesson.content, lesson.recordings), [lesson.content, lesson.recordings]);
  const isDone = Boolean(standing?.completedAt);
  const from = useRef(standing?.position ?? 0).current;
  const position = useReading({ lesson, from: isDone ? 0 : from, text: body, footer });
  const [resumed, forgetResumed] = useResume(body, from, isDone);
  const [isChoosing, setChoosing] = useState(false);
  const panelId = useId();
  const left = Math.ceil(lesson.readingMinutes * (1 - position));

  return (
    <>
      <div aria-hidden="true" className="readbar print:hidden" style={{ '--read': position } as CSSProperties} />
      <div className="page-width lesson-page">
        <article className="min-w-0">
          <div className="flex items-center justify-between gap-3 print:hidden">
            <BackLink />
            <Button
              variant="quiet"
              size="sm"
              aria-expanded={isChoosing}
              aria-controls={isChoosing ? panelId : undefined}
              onClick={() => setChoosing(!isChoosing)}
            >
              <Type /> Aparência
            </Button>
          </div>
          {isChoosing && <AppearancePanel id={panelId} />}
          <LessonHeader lesson={lesson} />
          <div className="reader-tools-place">
            <Suspense>
              <ReaderTools lesson={lesson} text={text} body={body} />
            </Suspense>
          </div>
          <OutlineSummary outline={text.outline} />
          {resumed && (
            <p role="status" className="resumed print:hidden">
              Você voltou para onde parou ({formatPercent(from)}).
              <Button
                variant="quiet"
                size="sm"
                onClick={() => {
                  forgetResumed();
                  scrollTo({ top: 0 });
                }}
              >
                Ir para o início
              </Button>
              <Button variant="quiet" size="sm" onClick={forgetResumed}>
                Fechar
              </Button>
            </p>
          )}
          <div ref={body}>
            <PreparedRichText text={text} />
          </div>
          {lesson.content.includes('"video"') && (
            <Suspense>
              <LessonPlayers lessonId={lesson.id} text={text} body={body} />
            </Suspense>
          )}
          <LessonFooter ref={footer} lesson={lesson} isDone={isDone} />
        </article>
        <LessonOutline outline={text.outline}>
          <p className="border-line border-t pt-4 text-ink-soft text-sm tabular-nums">
            {isDone ? 'Concluída' : `${formatPercent(position)} lida${left > 0 ? `, ${formatMissing(left)}` : ''}`}
          </p>
        </LessonOutline>
      </div>
    </>
  );
});

function LessonHeader({ lesson }: { lesson: Lesson }) {
  const user = useUser();
  const mayEdit = isAdmin(user) || lesson.authorId === user.id;
  return (
    <header className="mb-8 border-ink border-b-2 pb-5">
      {lesson.subjectName && (
        <p className="text-sm">
          <Link href={`${paths.study}?materia=${lesson.subjectId}`} className="link tappable py-1">
            {lesson.subjectName}
          </Link>
        </p>
      )}
      <h1 className="mt-1 text-3xl leading-tight [overflow-wrap:anywhere] md:text-4xl">{lesson.title}</h1>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft text-sm tabular-nums">
        <time dateTime={lesson.createdAt}>{formatLongDate(lesson.createdAt)}</time>
        <span>{lesson.authorId ? `Prof. ${lesson.authorName}` : lesson.authorName}</span>
        <span className="flex items-center gap-1.5">
          <Clock /> {lesson.readingMinutes} min de leitura
        </span>
      </p>
      {mayEdit && (
        <Suspense>
          <LessonEditButton lesson={lesson} />
        </Suspense>
      )}
    </header>
  );
}
