import { SaveQuestion } from './save-question.tsx';

type SaveWrongQuestionsProps = { questionIds: readonly number[]; words: string };

/** The questions that went wrong, for a list. Renders nothing without any. */
export default function SaveWrongQuestions({ questionIds, words }: SaveWrongQuestionsProps) {
  if (questionIds.length === 0) return null;
  return <SaveQuestion questionIds={questionIds} words={words} variant="line" />;
}
