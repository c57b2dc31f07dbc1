import { ClipboardList, Clock, Target } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMinutes, formatPoints } from '#web/lib/format.ts';
import { PlainText } from '#web/ui/plain-text.tsx';
import { conductWords } from './conduct-words.ts';
import type { QuizOverview } from './quizzes.queries.ts';

export const minutesWords = ({ timeLimit, extraTime }: QuizOverview) =>
  timeLimit === null ? 'Sem limite' : formatMinutes(extraTime?.timeLimit ?? timeLimit);

/** The pass mark: points where rules set them, else percent. */
export const passMark = ({ rules, passingScore }: QuizOverview) =>
  rules?.passLine ? formatPoints(rules.passLine) : `${passingScore}%`;

/** How many questions, how long, and what passes. */
export function QuizFacts({ quiz }: { quiz: QuizOverview }) {
  return (
    <>
      {quiz.description && <PlainText text={quiz.description} className="mb-5 max-w-[70ch]" />}
      <dl className="grid grid-cols-3 gap-3 md:gap-6">
        <Fact icon={<ClipboardList />} name="Questões" value={String(quiz.questionCount)} />
        <Fact icon={<Clock />} name="Tempo" value={minutesWords(quiz)} />
        <Fact icon={<Target />} name="Nota de corte" value={passMark(quiz)} />
      </dl>
    </>
  );
}

function Fact({ icon, name, value }: { icon: ReactNode; name: string; value: string }) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-ink-soft text-sm [&>.lucide]:max-md:hidden">
        {icon}
        {name}
      </dt>
      <dd className="font-strong text-lg tabular-nums">{value}</dd>
    </div>
  );
}

export function Instructions({ quiz: { timeLimit, keyRule, rules, conduct } }: { quiz: QuizOverview }) {
  const [hasLimit, earns, isRuled] = [timeLimit !== null, keyRule !== null, rules !== null];
  return (
    <ul className="grid grid-cols-1 list-disc gap-2 pl-5 marker:text-ink-soft">
      {hasLimit ? (
        <li>O tempo corre desde o início, mesmo com a página fechada. No fim, o simulado é enviado sozinho.</li>
      ) : (
        <li>Não há limite de tempo. Um simulado aberto é encerrado depois de 24 horas.</li>
      )}
      <li>
        Cada resposta é salva na hora. Sem conexão, ela fica guardada neste aparelho e é enviada quando a rede voltar.
      </li>
      <li>
        Você pode voltar, pular e marcar questões para revisão, e continuar em outro aparelho
        {conduct.oneDevice ? ', um de cada vez: o que continuar assume a prova.' : '.'}
      </li>
      {conductWords(conduct).map((words) => (
        <li key={words}>{words}</li>
      ))}
      <li>Só uma alternativa é correta. {!isRuled && 'Questão em branco conta como errada.'}</li>
      <li>
        O gabarito comentado abre quando você finaliza com pelo menos metade das questões respondidas, ou a partir da
        segunda tentativa.
      </li>
      {earns && (
        <li>
          Este simulado conta para o certificado do curso. Depois de ver o gabarito, na revisão ou no treino, só vale a
          aprovação em uma tentativa iniciada pelo menos um dia depois.
        </li>
      )}
    </ul>
  );
}
