import { defineSlot } from '#web/lib/slot.tsx';

/** Practice on the lesson's topic, at its end (study/practice). */
export const LessonQuestions = defineSlot<{ lessonId: number }>('lesson questions');

/** Students' questions about the lesson (study/doubts). */
export const LessonDoubts = defineSlot<{ lessonId: number }>('lesson doubts');

/** The author's dialog that picks the questions at the lesson's end (questions/lesson-questions). */
export const ChooseQuestionsDialog = defineSlot<{ lessonId: number; open: boolean; onClose: () => void }>(
  'choose questions',
);
