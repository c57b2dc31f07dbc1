import { ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OfflineQuestion } from '#contract/study/offline.ts';
import type { PracticeReveal } from '#contract/study/practice.ts';
import { queueAction } from '#web/features/platform/offline/outbox.ts';
import { revealOf } from '#web/features/platform/offline/reveal.ts';
import { plural } from '#web/lib/format.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AnswerableQuestion } from './answerable-question.tsx';

type SavedPracticeProps = { title: string; questions: readonly OfflineQuestion[] };

/** Downloaded questions, answered offline. The answers are queued and sent when the network is back. */
export function SavedPractice({ title, questions }: SavedPracticeProps) {
  const { id } = useUser();
  const [position, setPosition] = useState(0);
  const [answer, setAnswer] = useState<PracticeReveal | 'ungraded' | null>(null);
  const [counts, setCounts] = useState({ right: 0, graded: 0 });
  const question = questions[position];
  if (!question) return <Result title={title} {...counts} total={questions.length} />;
  const reply = (optionId: number) => {
    // The first answer counts.
    if (answer) return;
    const revealed = revealOf(question, optionId);
    queueAction(id, { kind: 'answer', of: 'lesson', questionId: question.id, optionId, guessed: false });
    setAnswer(revealed ?? 'ungraded');
    if (revealed) setCounts({ right: counts.right + (revealed.isCorrect ? 1 : 0), graded: counts.graded + 1 });
  };
  const next = () => {
    setAnswer(null);
    setPosition(position + 1);
  };
  const nextLabel = position === questions.length - 1 ? 'Ver resultado' : 'Próxima questão';
  if (answer === 'ungraded') return <Ungraded nextLabel={nextLabel} onNext={next} />;
  return (
    <AnswerableQuestion
      key={question.id}
      title={`Questão ${position + 1} de ${questions.length}`}
      aside={question.subject}
      question={{ ...question, answer }}
      busy={false}
      nextLabel={nextLabel}
      onReply={reply}
      onNext={next}
    />
  );
}

/** The key would delay a certificate, so the server did not send it. */
function Ungraded({ nextLabel, onNext }: { nextLabel: string; onNext: () => void }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} tabIndex={-1} className="outline-none">
      <Notice
        tone="info"
        title="Resposta guardada neste aparelho"
        action={
          <Button variant="next" onClick={onNext}>
            {nextLabel} <ArrowRight />
          </Button>
        }
      >
        Esta questão é de um simulado que ainda vale certificado. Ela é corrigida quando a internet voltar, e a resposta
        certa só aparece quando você pedir.
      </Notice>
    </div>
  );
}

type ResultProps = { title: string; right: number; graded: number; total: number };

function Result({ title, right, graded, total }: ResultProps) {
  const heading = useRef<HTMLParagraphElement>(null);
  // The press on 'Ver resultado' moves the focus to the result, so that a screen reader reads it.
  useEffect(() => heading.current?.focus(), []);
  const waiting = total - graded;
  return (
    <Card title={title}>
      <p ref={heading} tabIndex={-1} className="outline-none">
        {graded > 0 && `${right} de ${plural(graded, 'certa', 'certas')}. `}
        {waiting > 0 && plural(waiting, 'resposta espera', 'respostas esperam')}
        {waiting > 0 && ' a correção.'}
      </p>
      <p className="mt-2 text-ink-soft">As respostas estão guardadas neste aparelho e vão quando a internet voltar.</p>
    </Card>
  );
}
