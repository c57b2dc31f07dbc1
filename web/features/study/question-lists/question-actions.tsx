import { plainText } from '#contract/questions/question-text.ts';
import type { ReportQuestionProps } from '#web/features/exams/mock-exams/taking/report-slot.ts';
import { MakeCardButton } from '#web/features/study/cards/make-card-button.tsx';
import { ReportQuestion } from '#web/features/study/question-reports/report-question.tsx';
import { SaveQuestion } from './save-question.tsx';

/** What a student can do with an answered question: make a card of it, save it in a list, report a mistake in it. */
export default function QuestionActions({ questionId, of }: ReportQuestionProps) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <MakeCardButton
        source={{ kind: 'question', questionId }}
        label={of.label}
        draft={{ kind: 'basic', front: plainText(of.format, of.questionText) }}
      />
      <SaveQuestion questionIds={[questionId]} />
      <ReportQuestion questionId={questionId} />
    </div>
  );
}
