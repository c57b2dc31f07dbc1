import { useState } from 'react';
import { kindOf } from '#contract/questions/question-kind.ts';
import { toast } from '#web/ui/toast.ts';
import { QuizFrame } from '../taking/quiz-frame.tsx';
import type { EditedQuiz } from './quiz-draft.ts';

type QuizPreviewProps = { quiz: EditedQuiz; open: boolean; onOpenChange: (open: boolean) => void };

const blank = { optionId: null as number | null, flagged: false };

/** The draft as a student will see it. The answers are only in memory. */
export function QuizPreview({ quiz, open, onOpenChange }: QuizPreviewProps) {
  const [answers, setAnswers] = useState<Record<number, typeof blank>>({});
  // Positions are used as ids: a draft's new questions have none yet.
  const questions = quiz.questions.map((question, index) => ({
    id: index + 1,
    kind: kindOf(question.options),
    format: question.format,
    baseText: question.baseText,
    questionText: question.questionText || 'Questão sem enunciado',
    options: question.options
      .map(({ optionText }, place) => ({ id: (index + 1) * 10 + place, optionText }))
      .filter(({ optionText }) => optionText.trim() !== ''),
  }));
  const answerOf = (id: number) => answers[id] ?? blank;
  const change = (id: number, wish: Partial<typeof blank>) =>
    setAnswers((before) => ({ ...before, [id]: { ...(before[id] ?? blank), ...wish } }));

  const finish = () => {
    const right = quiz.questions.filter((question, index) => {
      const place = question.options.findIndex(({ isCorrect }) => isCorrect);
      return answerOf(index + 1).optionId === (index + 1) * 10 + place;
    }).length;
    onOpenChange(false);
    setAnswers({});
    toast({
      title: 'Pré-visualização concluída',
      description: `${right} de ${questions.length} acertos. Nada foi guardado.`,
    });
  };

  return (
    <QuizFrame
      open={open}
      onOpenChange={onOpenChange}
      title={quiz.title}
      state="Pré-visualização: nada é guardado"
      questions={questions}
      answerOf={answerOf}
      firstIndex={0}
      onChoose={(id, optionId) => change(id, { optionId })}
      onFlag={(id) => change(id, { flagged: !answerOf(id).flagged })}
      onFinish={finish}
      finishing={false}
    />
  );
}
