import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import type { Practice } from '#contract/study/practice.ts';
import { isRefused } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { lessonPracticeQuery, useBeginAtLesson } from './lesson-practice.queries.ts';

const LessonPractice = lazyChunk(() => import('./lesson-practice.tsx'));
const SavedQuestions = lazyChunk(() => import('./saved-questions.tsx'));

/** A few questions on the lesson just read. Renders nothing if there are none, or if the count failed. */
export default function LessonQuestions({ lessonId }: { lessonId: number }) {
  const { data, error } = useQuery(lessonPracticeQuery(lessonId));
  const begin = useBeginAtLesson(lessonId);
  const [practice, setPractice] = useState<Practice | null>(null);
  // The same press, sent again, is the same practice.
  const key = useRef(newKey());
  if (practice) {
    return (
      <Suspense>
        <LessonPractice key={practice.id} begun={practice} />
      </Suspense>
    );
  }
  if (!data && isRefused(error, 'offline')) {
    return (
      <Suspense>
        <SavedQuestions lessonId={lessonId} />
      </Suspense>
    );
  }
  if (!data || (data.count === 0 && data.open === null)) return null;
  return (
    <Card title="Fixe o que você leu" className="print:hidden">
      <p className="text-ink-soft">
        {data.open === null
          ? `${plural(data.count, 'questão', 'questões')} ${data.of === 'subject' ? 'da mesma matéria' : 'do assunto desta aula'}, com comentário depois de cada resposta.`
          : 'Você começou as questões desta aula e ainda não terminou.'}
      </p>
      <Button
        variant="line"
        className="mt-4 max-md:w-full"
        busy={begin.isPending}
        onClick={() => begin.mutate(key.current, { onSuccess: setPractice })}
      >
        {data.open === null ? 'Responder agora' : 'Continuar as questões'}
      </Button>
    </Card>
  );
}
