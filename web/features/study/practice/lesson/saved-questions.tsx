import { useEffect, useState } from 'react';
import type { OfflineQuestion } from '#contract/study/offline.ts';
import { savedQuestions } from '#web/features/platform/offline/saved-questions.ts';
import { SavedPractice } from '#web/features/questions/questions/saved-practice.tsx';
import { plural } from '#web/lib/format.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** The questions at the end of a downloaded lesson, while there is no network. */
export default function SavedQuestions({ lessonId }: { lessonId: number }) {
  const { id } = useUser();
  const [questions, setQuestions] = useState<OfflineQuestion[]>([]);
  const [isBegun, setBegun] = useState(false);
  useEffect(() => {
    savedQuestions(id, lessonId).then(setQuestions);
  }, [id, lessonId]);
  if (questions.length === 0) return null;
  if (isBegun) return <SavedPractice title="Fixe o que você leu" questions={questions} />;
  return (
    <Card title="Fixe o que você leu" className="print:hidden">
      <p className="text-ink-soft">
        {plural(questions.length, 'questão baixada', 'questões baixadas')} do assunto desta aula, com comentário depois
        de cada resposta.
      </p>
      <Button variant="line" className="mt-4 max-md:w-full" onClick={() => setBegun(true)}>
        Responder agora
      </Button>
    </Card>
  );
}
