import { ReportQuestion } from '#web/features/study/question-reports/report-question.tsx';
import { SaveQuestion } from './save-question.tsx';

/** What a student can do with an answered question: save it in a list, report a mistake in it. */
export default function QuestionActions({ questionId }: { questionId: number }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <SaveQuestion questionId={questionId} />
      <ReportQuestion questionId={questionId} />
    </div>
  );
}
