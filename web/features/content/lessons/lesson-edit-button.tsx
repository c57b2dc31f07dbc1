import { ListChecks, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ChooseQuestionsDialog } from './lesson-slots.ts';
import { useLessonWriting } from './use-lesson-writing.tsx';

/** What an author does with a lesson from its own page. */
export default function LessonEditButton({ lesson }: { lesson: { id: number } }) {
  const { edit, dialogs } = useLessonWriting();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className="mt-3 flex flex-wrap gap-2 print:hidden">
      <Button variant="line" size="sm" onClick={() => void edit(lesson)}>
        <Pencil /> Editar
      </Button>
      <Button variant="line" size="sm" onClick={() => setChoosing(true)}>
        <ListChecks /> Questões ao final
      </Button>
      {dialogs}
      {isChoosing && (
        <Suspense>
          <ChooseQuestionsDialog lessonId={lesson.id} open onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
