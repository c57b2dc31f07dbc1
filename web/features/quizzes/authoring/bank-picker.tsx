import { Check, Plus } from 'lucide-react';
import { plural } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { BankList, useActiveQuestions } from '../../questions/bank-list.tsx';
import type { ChosenQuestion } from './composition-draft.ts';

type BankPickerProps = {
  chosen: ReadonlySet<number>;
  isFull: boolean;
  onAdd: (question: ChosenQuestion) => void;
};

/** Active questions of the bank, to be added one by one. */
export function BankPicker({ chosen, isFull, onAdd }: BankPickerProps) {
  const bank = useActiveQuestions();
  return (
    <Card title="Banco de questões" aside={bank.total !== undefined && plural(bank.total, 'questão', 'questões')}>
      <BankList
        bank={bank}
        action={(row) =>
          chosen.has(row.id) ? (
            <Badge tone="ok" icon={<Check />}>
              Incluída
            </Badge>
          ) : (
            <Button
              variant="line"
              size="sm"
              disabled={isFull}
              onClick={() => onAdd({ ...row, inBank: true, hasNewerVersion: false })}
            >
              <Plus /> Incluir<span className="sr-only">: {row.excerpt}</span>
            </Button>
          )
        }
      />
    </Card>
  );
}
