import type { PracticeQuestion } from '#contract/study/practice.ts';
import { AnswerableQuestion } from '#web/features/questions/questions/answerable-question.tsx';
import { LazyDoubts } from '#web/features/study/doubts/lazy-doubts.tsx';
import { LazyComments } from '#web/features/study/question-comments/lazy-comments.tsx';
import QuestionActions from '#web/features/study/question-lists/question-actions.tsx';
import { useAnswer } from './practice.queries.ts';
import { questionCaption } from './question-caption.ts';

type PracticeQuestionProps = {
  practiceId: number;
  /** The start test: nothing leads away from it between two questions. */
  isTest?: boolean;
  question: PracticeQuestion;
  number: number;
  isLast: boolean;
  onNext: () => void;
};

export function PracticeQuestionView(props: PracticeQuestionProps) {
  const { practiceId, isTest = false, question, number, isLast, onNext } = props;
  const send = useAnswer(practiceId);
  return (
    <div className="grid grid-cols-1 gap-4">
      <AnswerableQuestion
        title={`Questão ${number}`}
        aside={questionCaption(question)}
        question={question}
        busy={send.isPending}
        nextLabel={isLast ? 'Ver resultado' : 'Próxima questão'}
        onReply={(optionId) => send.mutate({ questionId: question.id, optionId })}
        onNext={onNext}
      >
        {!isTest && <QuestionActions questionId={question.id} of={{ ...question, label: questionCaption(question) }} />}
      </AnswerableQuestion>
      {question.answer && !isTest && <LazyComments questionId={question.id} />}
      {question.answer && !isTest && <LazyDoubts about={{ kind: 'question', id: question.id }} />}
    </div>
  );
}
