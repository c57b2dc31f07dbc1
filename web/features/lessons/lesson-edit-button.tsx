import { Pencil } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useLessonWriting } from './use-lesson-writing.tsx';

export default function LessonEditButton({ lesson }: { lesson: { id: number } }) {
  const { edit, dialogs } = useLessonWriting();
  return (
    <>
      <Button variant="line" size="sm" className="mt-3 print:hidden" onClick={() => void edit(lesson)}>
        <Pencil /> Editar
      </Button>
      {dialogs}
    </>
  );
}
