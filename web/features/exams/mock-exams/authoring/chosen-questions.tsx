import { RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { ChosenRow } from './chosen-row.tsx';
import { useSimilarQuestion } from './composition.queries.ts';
import { type ChosenQuestion, chosenOf } from './composition-draft.ts';
import { moved } from './quiz-draft.ts';

type ChosenQuestionsProps = {
  questions: ChosenQuestion[];
  onChange: (change: (questions: ChosenQuestion[]) => ChosenQuestion[]) => void;
  /** Saves with the newest version of every question. */
  onRefresh: () => void;
  /** Where questions are added. */
  onChoose: () => void;
};

/** The fixed questions of a quiz, in order: moved by drag, by arrows or to a position, removed, or replaced. */
export function ChosenQuestions({ questions, onChange, onRefresh, onChoose }: ChosenQuestionsProps) {
  const outdated = questions.filter(({ hasNewerVersion }) => hasNewerVersion).length;
  const [dragged, setDragged] = useState<number | null>(null);
  const [spoken, setSpoken] = useState('');
  const similar = useSimilarQuestion();
  // A question that was swapped out is not offered again for the same position.
  const declined = useRef<number[]>([]);

  const move = (from: number, to: number) => {
    onChange((now) => moved(now, from, to));
    setSpoken(`Questão ${from + 1} agora é a ${to + 1} de ${questions.length}.`);
  };
  const dragOver = (index: number) => {
    const from = questions.findIndex(({ id }) => id === dragged);
    if (from >= 0 && from !== index) onChange((now) => moved(now, from, index));
  };
  const swap = (question: ChosenQuestion, place: number) =>
    similar.mutate(
      { id: question.id, besides: [...new Set([...questions.map(({ id }) => id), ...declined.current])] },
      {
        onSuccess: (found) => {
          if (!found) {
            toast({
              title: 'Nenhuma questão parecida',
              description: question.topic
                ? `Não há outra questão ativa de ${question.topic} com dificuldade próxima.`
                : 'Dê à questão uma matéria e um assunto para achar parecidas.',
            });
            return;
          }
          declined.current = [...declined.current, question.id];
          const replaced = (out: number, by: ChosenQuestion) =>
            onChange((now) => now.map((one) => (one.id === out ? by : one)));
          replaced(question.id, chosenOf(found));
          toast({
            title: `Questão ${place + 1} trocada`,
            description: found.excerpt.slice(0, 120),
            action: { label: 'Desfazer', onPress: () => replaced(found.id, question) },
            duration: 10_000,
          });
        },
      },
    );
  return (
    <Card
      title={`Questões escolhidas (${questions.length})`}
      aside={
        <Button variant="quiet" size="sm" onClick={onChoose}>
          Adicionar do banco
        </Button>
      }
    >
      {questions.length === 0 && (
        <p className="text-ink-soft">Nenhuma questão fixa. Escolha no banco, ou use sorteios.</p>
      )}
      {outdated > 0 && (
        <Notice
          className="mb-4"
          tone="sun"
          title="Há versões mais novas no banco"
          action={
            <Button variant="line" size="sm" onClick={onRefresh}>
              <RefreshCw /> Atualizar
            </Button>
          }
        >
          O simulado usa a versão anterior de {plural(outdated, 'questão', 'questões')}.
        </Notice>
      )}
      <ol className="grid grid-cols-1 gap-2">
        {questions.map((question, place) => (
          <ChosenRow
            key={question.id}
            question={question}
            index={place}
            count={questions.length}
            isDragged={dragged === question.id}
            isSwapping={similar.isPending && similar.variables.id === question.id}
            onDrag={(isDragged) => setDragged(isDragged ? question.id : null)}
            onDragOver={() => dragOver(place)}
            onMove={(to) => move(place, to)}
            onSwap={() => swap(question, place)}
            onRemove={() => onChange((now) => now.filter(({ id }) => id !== question.id))}
          />
        ))}
      </ol>
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </Card>
  );
}
