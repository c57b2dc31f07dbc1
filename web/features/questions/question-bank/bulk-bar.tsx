import { Download, Plus, Tag, X } from 'lucide-react';
import { useState } from 'react';
import { QUESTIONS_CHOSEN_MAX, QUIZ_QUESTIONS_MAX } from '#contract/limits.ts';
import { exportQuestions } from '#contract/questions/question-bank.ts';
import type { ChangeOutcome } from '#contract/questions/question-changes.ts';
import { asFilter, type BankChoice } from '#web/features/questions/questions/questions.queries.ts';
import type { Selection } from '#web/features/questions/questions/use-selection.ts';
import { addressOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { AddToQuizDialog } from './add-to-quiz-dialog.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

type BulkBarProps = {
  selection: Selection;
  asked: BankChoice;
  /** The number of selected questions, and of those that the search finds. */
  count: number;
  total: number;
  /** All visible rows are selected, and the search finds more. */
  offersAll: boolean;
  onAll: () => void;
  onClear: () => void;
  onChanged: (outcome: ChangeOutcome) => void;
};

/** Actions for the selected questions. */
export function BulkBar(props: BulkBarProps) {
  const { selection, asked, count, total, offersAll, onAll, onClear, onChanged } = props;
  const [doing, setDoing] = useState<'change' | 'quiz' | null>(null);
  const ids = selection.kind === 'some' ? [...selection.ids] : null;
  const filter = asFilter(asked);
  const exported = ids ? { ids: ids.join(',') } : filter;
  const fitsQuiz = ids !== null && ids.length <= QUIZ_QUESTIONS_MAX;
  return (
    <section
      aria-label="Questões escolhidas"
      className="mb-3 flex flex-wrap items-center gap-2 rounded-card border border-primary bg-selected px-4 py-2 max-md:sticky max-md:bottom-(--bar-height) max-md:z-1"
    >
      <p className="mr-auto font-strong text-sm" role="status">
        {plural(count, 'escolhida', 'escolhidas')}
        {offersAll && (
          <Button variant="quiet" size="sm" className="ml-2" onClick={onAll}>
            Escolher todas as {total}
          </Button>
        )}
      </p>
      <Button variant="quiet" size="sm" onClick={() => setDoing('change')}>
        <Tag /> Mudar
      </Button>
      <Button
        variant="quiet"
        size="sm"
        disabled={!fitsQuiz}
        title={fitsQuiz ? undefined : `Um simulado tem até ${QUIZ_QUESTIONS_MAX} questões: escolha-as na lista.`}
        onClick={() => setDoing('quiz')}
      >
        <Plus /> Pôr em simulado
      </Button>
      <Menu
        trigger={
          <Button variant="quiet" size="sm" disabled={(ids?.length ?? 0) > QUESTIONS_CHOSEN_MAX}>
            <Download /> Baixar
          </Button>
        }
      >
        <MenuItem asChild>
          <a href={addressOf(exportQuestions, { query: { ...exported, format: 'csv' } })} download>
            Planilha (CSV)
          </a>
        </MenuItem>
        <MenuItem asChild>
          <a href={addressOf(exportQuestions, { query: { ...exported, format: 'moodle' } })} download>
            Moodle (XML)
          </a>
        </MenuItem>
        <MenuItem asChild>
          <a href={addressOf(exportQuestions, { query: { ...exported, format: 'gift' } })} download>
            Moodle (GIFT)
          </a>
        </MenuItem>
      </Menu>
      <Button variant="quiet" size="icon" aria-label="Limpar a escolha" onClick={onClear}>
        <X />
      </Button>
      {doing === 'change' && (
        <BulkDialog
          chosen={ids ? { ids } : { filter, expected: count }}
          count={count}
          onDone={(outcome) => {
            setDoing(null);
            onChanged(outcome);
          }}
          onClose={() => setDoing(null)}
        />
      )}
      {doing === 'quiz' && ids && (
        <AddToQuizDialog
          ids={ids}
          onDone={() => {
            setDoing(null);
            onClear();
          }}
          onClose={() => setDoing(null)}
        />
      )}
    </section>
  );
}
