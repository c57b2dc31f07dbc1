import type { ResponseOf } from '#contract/endpoint.ts';
import { groupPaperCode, type printQuiz } from '#contract/exams/quiz-paper.ts';
import { optionLabelOf } from '#contract/questions/question-kind.ts';

/** The sheet that is filled in with a pen, and typed later by its code. */
export function PrintedAnswerCard({ paper }: { paper: ResponseOf<typeof printQuiz> }) {
  return (
    <section
      aria-labelledby="answer-sheet"
      className="answer-sheet mt-8 border-line border-t pt-6 print:mt-0 print:border-0 print:pt-0"
    >
      <header className="mb-4 flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 id="answer-sheet" className="text-lg">
            Cartão-resposta
          </h2>
          <p>{paper.title}</p>
        </div>
        <p className="rounded-control border-2 border-ink px-3 py-2 text-center">
          <span className="block text-sm">Código</span>
          <b className="font-strong text-lg tabular-nums tracking-wider">{groupPaperCode(paper.code)}</b>
        </p>
      </header>
      <dl className="mb-4 grid grid-cols-1 gap-4 sm:grid-cols-[1fr_auto] [&>div]:border-ink [&>div]:border-b [&>div]:pb-6">
        <div>
          <dt className="text-sm">Nome e e-mail</dt>
        </div>
        <div className="min-w-40">
          <dt className="text-sm">Data e tempo</dt>
        </div>
      </dl>
      <p className="mb-3 text-sm">Preencha uma bolha por item, com caneta. Item sem bolha fica em branco.</p>
      <ol className="answer-columns columns-[9.5rem] gap-x-6 print:columns-4">
        {paper.questions.map((question, place) => (
          <li key={question.id} className="flex break-inside-avoid items-center gap-2 border-line border-b py-1">
            <span className="min-w-7 text-right tabular-nums">{place + 1}</span>
            {question.options.map((option, at) => (
              <span
                key={option.id}
                className="answer-bubble grid size-6 place-items-center rounded-full border border-ink text-[0.65rem] print:size-[5.5mm]"
              >
                {optionLabelOf(at, question.kind)}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
