import { useEffect, useRef, useState } from 'react';
import type { OfflineQuestion } from '#contract/study/offline.ts';
import type { PracticeReveal } from '#contract/study/practice.ts';
import { queueAction } from '#web/features/platform/offline/outbox.ts';
import { revealOf } from '#web/features/platform/offline/reveal.ts';
import { plural } from '#web/lib/format.ts';
import { useUser } from '#web/lib/session.ts';
import { Card } from '#web/ui/card.tsx';
import { AnswerableQuestion } from './answerable-question.tsx';

type SavedPracticeProps = { title: string; questions: readonly OfflineQuestion[] };

/** Questions that were taken along, answered without a network: the answers are kept, and sent when it is back. */
export function SavedPractice({ title, questions }: SavedPracticeProps) {
  const { id } = useUser();
  const [place, setPlace] = useState(0);
  const [answer, setAnswer] = useState<PracticeReveal | null>(null);
  const [right, setRight] = useState(0);
  const question = questions[place];
  if (!question) return <Result title={title} right={right} total={questions.length} />;
  const reply = (optionId: number) => {
    // The first answer holds.
    if (answer) return;
    const revealed = revealOf(question, optionId);
    queueAction(id, { kind: 'answer', of: 'lesson', questionId: question.id, optionId, guessed: false });
    setAnswer(revealed);
    if (revealed.isCorrect) setRight(right + 1);
  };
  return (
    <AnswerableQuestion
      key={question.id}
      title={`Questão ${place + 1} de ${questions.length}`}
      aside={question.subject}
      question={{ ...question, answer }}
      busy={false}
      nextLabel={place === questions.length - 1 ? 'Ver resultado' : 'Próxima questão'}
      onReply={reply}
      onNext={() => {
        setAnswer(null);
        setPlace(place + 1);
      }}
    />
  );
}

function Result({ title, right, total }: { title: string; right: number; total: number }) {
  const heading = useRef<HTMLParagraphElement>(null);
  // Whoever pressed 'Ver resultado' hears it.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card title={title}>
      <p ref={heading} tabIndex={-1} className="outline-none">
        {right} de {plural(total, 'certa', 'certas')}.
      </p>
      <p className="mt-2 text-ink-soft">As respostas estão guardadas neste aparelho e vão quando a internet voltar.</p>
    </Card>
  );
}
