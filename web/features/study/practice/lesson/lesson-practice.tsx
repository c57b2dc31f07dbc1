import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Practice } from '#contract/study/practice.ts';
import { AnswerableQuestion } from '#web/features/questions/questions/answerable-question.tsx';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { useAnswerAtLesson } from './lesson-practice.queries.ts';

/** The questions of a lesson, answered inline, one after the other. */
export default function LessonPractice({ begun }: { begun: Practice }) {
  const [practice, setPractice] = useState(begun);
  const first = begun.questions.findIndex(({ answer }) => answer === null);
  const [place, setPlace] = useState(first < 0 ? begun.total : first);
  const send = useAnswerAtLesson(begun);
  const question = practice.questions[place];
  if (!question) return <Result practice={practice} />;
  return (
    <AnswerableQuestion
      key={question.id}
      title={`Questão ${place + 1} de ${practice.total}`}
      aside={question.subject}
      question={question}
      busy={send.isPending}
      nextLabel={place === practice.total - 1 ? 'Ver resultado' : 'Próxima questão'}
      onReply={(optionId) =>
        send.mutate(
          { questionId: question.id, optionId },
          {
            onSuccess: ({ answer, ...progress }) =>
              setPractice({
                ...practice,
                ...progress,
                questions: practice.questions.map((one) => (one.id === question.id ? { ...one, answer } : one)),
              }),
          },
        )
      }
      onNext={() => setPlace(place + 1)}
    />
  );
}

function Result({ practice: { id, correct, total } }: { practice: Practice }) {
  const heading = useRef<HTMLParagraphElement>(null);
  // Focused so that a screen reader announces the result after 'Ver resultado' was pressed.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card title="Fixe o que você leu">
      <p ref={heading} tabIndex={-1} className="outline-none">
        {correct} de {plural(total, 'certa', 'certas')}.
      </p>
      <Link href={paths.practice(id)} className="link tappable mt-2 inline-block">
        Rever as questões e os comentários
      </Link>
    </Card>
  );
}
