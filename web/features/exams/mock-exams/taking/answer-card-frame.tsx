import { CheckCheck } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Question } from '#contract/questions/question.ts';
import { plural } from '#web/lib/format.ts';
import { useShortcuts } from '#web/lib/preferences.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AnswerCardBubbles, differs } from './answer-card-bubbles.tsx';
import { ExamDialog } from './exam-dialog.tsx';
import { finishQuestion, numbers } from './finish-question.ts';

type AnswerCardFrameProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Where the bubbles are saved. */
  state: ReactNode;
  timer: ReactNode;
  notice?: ReactNode;
  questions: readonly Question[];
  marked: (questionId: number) => number | null;
  notebook: (questionId: number) => number | null;
  mayCopy: boolean;
  onMark: (questionId: number, optionId: number | null) => void;
  onShowItems: () => void;
  onFinish: () => void;
  finishing: boolean;
  locked: boolean;
};

/** The answer card: only the bubbles here count. */
export function AnswerCardFrame(props: AnswerCardFrameProps) {
  const { open, onOpenChange, state, timer, notice, questions, marked, notebook, mayCopy, onMark, locked } = props;
  const [asking, setAsking] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const shortcuts = useShortcuts();
  const places = (fits: (id: number) => boolean) => questions.flatMap(({ id }, place) => (fits(id) ? [place] : []));
  const blank = places((id) => marked(id) === null);
  const different = mayCopy ? places((id) => differs(marked(id), notebook(id))) : [];
  const copy = () => {
    for (const { id } of questions) {
      const noted = notebook(id);
      if (noted !== null && noted !== marked(id)) onMark(id, noted);
    }
  };
  return (
    <>
      <ExamDialog
        open={open}
        onOpenChange={onOpenChange}
        title="Cartão-resposta"
        state={state}
        timer={timer}
        scrolls
        ref={page}
        firstFocus={() => page.current}
        actions={
          <Button variant="night" className="max-[359px]:px-2 max-[359px]:text-sm" onClick={props.onShowItems}>
            Voltar aos itens
          </Button>
        }
        footer={
          <>
            <p className="grow text-ink-soft text-sm max-md:hidden">Depois de entregar, não dá para mudar.</p>
            <Button variant="line" className="max-md:px-2" onClick={() => onOpenChange(false)}>
              Deixar para depois
            </Button>
            <Button
              className="max-md:px-2"
              busy={props.finishing}
              busyLabel="Enviando..."
              onClick={() => (locked ? props.onFinish() : setAsking(true))}
            >
              Entregar a prova
            </Button>
          </>
        }
      >
        {notice}
        <div className="page-width py-6 md:py-8">
          <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
            <div>
              <h3 className="text-xl">Passe as respostas para o cartão</h3>
              <p className="text-ink-soft">
                Como no dia da prova, só vale o que está aqui. {questions.length - blank.length} de {questions.length}{' '}
                marcadas, {blank.length} em branco. Marque de novo a mesma bolha para apagar.
              </p>
            </div>
            {mayCopy && (
              <Button variant="line" disabled={locked} onClick={copy}>
                <CheckCheck /> Copiar do caderno
              </Button>
            )}
          </div>
          {different.length > 0 && (
            <Notice
              tone="sun"
              className="mb-4"
              title={`${plural(different.length, 'item diferente', 'itens diferentes')} do caderno: ${numbers(different)}`}
            >
              Confira antes de entregar.
            </Notice>
          )}
          <Card>
            <AnswerCardBubbles
              questions={questions}
              marked={marked}
              notebook={mayCopy ? notebook : null}
              onMark={onMark}
              letters={shortcuts}
              locked={locked}
            />
          </Card>
        </div>
      </ExamDialog>
      <AlertDialog
        open={asking && open && !locked}
        onOpenChange={setAsking}
        title="Entregar a prova"
        text={
          <>
            <p>Depois de entregar, não dá para mudar.</p>
            {finishQuestion(blank, [])?.details.map((detail) => (
              <p key={detail} className="mt-2 text-sm tabular-nums">
                {detail}
              </p>
            ))}
          </>
        }
        confirmLabel="Entregar"
        cancelLabel="Continuar no cartão"
        onConfirm={() => {
          setAsking(false);
          props.onFinish();
        }}
      />
    </>
  );
}
