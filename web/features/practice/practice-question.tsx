import type { PracticeQuestion } from '../../../contract/practice.ts';
import { AnswerableQuestion } from '../questions/answerable-question.tsx';
import { useAnswer } from './practice.queries.ts';

type PracticeQuestionProps = {
  practiceId: number;
  question: PracticeQuestion;
  number: number;
  isLast: boolean;
  onNext: () => void;
};

export function PracticeQuestionView({ practiceId, question, number, isLast, onNext }: PracticeQuestionProps) {
  const send = useAnswer(practiceId);
  return (
    <AnswerableQuestion
      title={`Questão ${number}`}
      aside={question.subject}
      question={question}
      busy={send.isPending}
      nextLabel={isLast ? 'Ver resultado' : 'Próxima questão'}
      onReply={(optionId) => send.mutate({ questionId: question.id, optionId })}
      onNext={onNext}
    />
  );
}
