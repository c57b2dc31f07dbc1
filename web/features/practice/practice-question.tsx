import type { PracticeQuestion } from '../../../contract/practice.ts';
import { AnswerableQuestion } from '../questions/answerable-question.tsx';
import { useAnswer } from './practice.queries.ts';
import { difficultyNames } from './practice-choice.ts';

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
      aside={asideOf(question)}
      question={question}
      busy={send.isPending}
      nextLabel={isLast ? 'Ver resultado' : 'Próxima questão'}
      onReply={(optionId) => send.mutate({ questionId: question.id, optionId })}
      onNext={onNext}
    />
  );
}

/** 'Raciocínio Lógico · Vunesp, 2024 · Difícil', as far as it is known. */
function asideOf({ subject, source, year, difficulty }: PracticeQuestion): string {
  const exam = [source, year].filter(Boolean).join(', ');
  return [subject, exam, difficulty && difficultyNames[difficulty]].filter(Boolean).join(' · ');
}
