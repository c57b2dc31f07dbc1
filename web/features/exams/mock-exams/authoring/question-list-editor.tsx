import { ArrowDown, ArrowUp, ChevronDown, CircleAlert, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Subject } from '#contract/content/subjects.ts';
import { QUIZ_QUESTIONS_MAX } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { DragHandle } from '#web/ui/drag-handle.tsx';
import { QuestionEditor } from './question-editor.tsx';
import { type EditedQuestion, moved, newQuestion, summaryOf } from './quiz-draft.ts';

type QuestionListEditorProps = {
  questions: readonly EditedQuestion[];
  subjects: readonly Subject[];
  /** By position: why the question cannot be published. */
  problems: Record<number, string>;
  onChange: (questions: EditedQuestion[]) => void;
};

/** The questions in order, one open at a time: moved by drag or by the arrows, which the keyboard reaches too. */
export function QuestionListEditor({ questions, subjects, problems, onChange }: QuestionListEditorProps) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [spoken, setSpoken] = useState('');

  const move = (from: number, to: number) => {
    if (to < 0 || to >= questions.length) return;
    onChange(moved(questions, from, to));
    setSpoken(`Questão ${from + 1} agora é a ${to + 1} de ${questions.length}.`);
  };
  const add = () => {
    const question = newQuestion(questions.at(-1));
    onChange([...questions, question]);
    setOpenKey(question.key);
  };
  const dragOver = (index: number) => {
    const from = questions.findIndex(({ key }) => key === dragged);
    if (from >= 0 && from !== index) onChange(moved(questions, from, index));
  };

  return (
    <div>
      <ol className="grid grid-cols-1 gap-3">
        {questions.map((question, index) => {
          const isOpen = question.key === openKey;
          const problem = problems[index];
          return (
            <li
              key={question.key}
              onDragOver={(event) => {
                if (!dragged) return;
                event.preventDefault();
                dragOver(index);
              }}
              className={cx(
                'rounded-card border bg-surface',
                problem ? 'border-bad' : 'border-line',
                dragged === question.key && 'opacity-60',
              )}
            >
              <div className="flex items-center gap-1 p-2 md:p-3">
                <DragHandle className="w-8" onDrag={(isDragged) => setDragged(isDragged ? question.key : null)} />
                <button
                  type="button"
                  aria-expanded={isOpen}
                  data-invalid={problem ? '' : undefined}
                  onClick={() => setOpenKey(isOpen ? null : question.key)}
                  className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-control px-2 text-left hover:bg-hover"
                >
                  <span className="w-7 shrink-0 font-strong tabular-nums">
                    <span className="sr-only">Questão </span>
                    {index + 1}
                  </span>
                  <span className="min-w-0 grow">
                    <span className="line-clamp-2">{summaryOf(question)}</span>
                    {problem && (
                      <span className="flex items-center gap-1.5 text-bad text-sm">
                        <CircleAlert /> {problem}
                      </span>
                    )}
                  </span>
                  <ChevronDown className={cx('shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-180')} />
                </button>
                <Button
                  variant="quiet"
                  size="icon"
                  className="shrink-0"
                  aria-label={`Mover questão ${index + 1} para cima`}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp />
                </Button>
                <Button
                  variant="quiet"
                  size="icon"
                  className="shrink-0"
                  aria-label={`Mover questão ${index + 1} para baixo`}
                  disabled={index === questions.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown />
                </Button>
              </div>
              {isOpen && (
                <div className="border-line border-t p-4 md:p-5">
                  <QuestionEditor
                    question={question}
                    subjects={subjects}
                    onChange={(changed) => onChange(questions.map((one) => (one.key === changed.key ? changed : one)))}
                  />
                  <Button
                    variant="bad"
                    size="sm"
                    className="mt-5"
                    onClick={() => onChange(questions.filter(({ key }) => key !== question.key))}
                  >
                    <Trash2 /> Remover questão
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <span role="status" className="sr-only">
        {spoken}
      </span>
      <Button variant="line" className="mt-4" disabled={questions.length >= QUIZ_QUESTIONS_MAX} onClick={add}>
        <Plus /> Incluir questão
      </Button>
    </div>
  );
}
