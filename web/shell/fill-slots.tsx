import { ChooseQuestionsDialog, LessonDoubts, LessonQuestions } from '#web/features/content/lessons/lesson-slots.ts';
import { ReportQuestion } from '#web/features/exams/mock-exams/taking/report-slot.ts';
import { DoubtsPart } from '#web/features/study/doubts/doubts-part.tsx';
import { ReportQuestion as ReportButton } from '#web/features/study/question-reports/report-question.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';

/* What lower districts show of higher ones (web/lib/slot.tsx). Imported once, before the first screen renders. */

LessonQuestions.fill(lazyPart(() => import('#web/features/study/practice/lesson/lesson-questions.tsx')));
LessonDoubts.fill(({ lessonId }) => <DoubtsPart about={{ kind: 'lesson', id: lessonId }} />);
ChooseQuestionsDialog.fill(
  lazyPart(() => import('#web/features/questions/lesson-questions/choose-questions-dialog.tsx'), 'over'),
);
ReportQuestion.fill(ReportButton);
