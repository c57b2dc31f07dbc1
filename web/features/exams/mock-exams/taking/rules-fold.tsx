import { plural } from '#web/lib/format.ts';
import { Fold } from '#web/ui/fold.tsx';
import { Instructions, minutesWords, passMark, QuizFacts } from './quiz-facts.tsx';
import type { QuizOverview } from './quizzes.queries.ts';
import { ScoringRules } from './rules-card.tsx';

/** '10 questões, 20 min, aprovação com 70%' */
const factWords = (quiz: QuizOverview): string =>
  `${plural(quiz.questionCount, 'questão', 'questões')}, ${minutesWords(quiz).toLowerCase()}, aprovação com ${passMark(quiz)}`;

/** What the page says before a first attempt, once it matters less. */
export function RulesFold({ quiz }: { quiz: QuizOverview }) {
  return (
    <Fold title="Regras" note={factWords(quiz)}>
      <div className="grid grid-cols-1 gap-5">
        <div>
          <QuizFacts quiz={quiz} />
        </div>
        {quiz.rules && <ScoringRules rules={quiz.rules} passingScore={quiz.passingScore} />}
        <Instructions quiz={quiz} />
      </div>
    </Fold>
  );
}
