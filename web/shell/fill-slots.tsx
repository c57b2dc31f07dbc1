import { ChooseQuestionsDialog, LessonDoubts, LessonQuestions } from '#web/features/content/lessons/lesson-slots.ts';
import { ReportQuestion, SaveQuestions } from '#web/features/exams/mock-exams/taking/report-slot.ts';
import { LazyDoubts } from '#web/features/study/doubts/lazy-doubts.tsx';
import { CardFromPhrase } from '#web/lib/card-slot.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';

/* What lower districts show of higher ones (web/lib/slot.tsx). Imported once, before the first screen renders. */

LessonQuestions.fill(lazyChunk(() => import('#web/features/study/practice/lesson/lesson-questions.tsx')));
LessonDoubts.fill(({ lessonId }) => <LazyDoubts about={{ kind: 'lesson', id: lessonId }} />);
ChooseQuestionsDialog.fill(
  lazyChunk(() => import('#web/features/questions/lesson-questions/choose-questions-dialog.tsx'), 'over'),
);
CardFromPhrase.fill(lazyChunk(() => import('#web/features/study/cards/card-from-phrase.tsx'), 'over'));
ReportQuestion.fill(lazyChunk(() => import('#web/features/study/question-lists/question-actions.tsx')));
SaveQuestions.fill(lazyChunk(() => import('#web/features/study/question-lists/save-wrong-questions.tsx')));
