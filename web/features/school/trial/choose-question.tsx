import { Check } from 'lucide-react';
import { BankList, useActiveQuestions } from '#web/features/questions/questions/bank-list.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type ChooseQuestionProps = {
  chosen: readonly number[];
  busy: boolean;
  onClose: () => void;
  onChoose: (id: number) => void;
};

/** Active questions of the bank; those of a quiz say why they cannot be shown. */
export function ChooseQuestion({ chosen, busy, onClose, onChoose }: ChooseQuestionProps) {
  const bank = useActiveQuestions();
  return (
    <Dialog open onOpenChange={onClose} title="Escolher questão" size="xl">
      <BankList
        bank={bank}
        action={({ id, quizCount, excerpt }) => {
          if (chosen.includes(id)) {
            return (
              <Badge tone="ok" icon={<Check />}>
                Escolhida
              </Badge>
            );
          }
          if (quizCount > 0) {
            return <span className="max-w-[14ch] text-right text-ink-soft text-sm">Já está em um simulado</span>;
          }
          return (
            <Button variant="line" size="sm" disabled={busy} onClick={() => onChoose(id)}>
              Escolher<span className="sr-only">: {excerpt}</span>
            </Button>
          );
        }}
      />
    </Dialog>
  );
}
