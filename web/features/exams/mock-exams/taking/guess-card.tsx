import { formatPoints, formatShare, plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { numbers } from './finish-question.ts';
import { guessPaysFrom, guessWords } from './guess-words.ts';
import type { AttemptResult, Review } from './quizzes.queries.ts';
import type { RuledResult } from './ruled-words.ts';

export function GuessCard({ result }: { result: RuledResult }) {
  const words = guessWords(result);
  if (!words || !result.doubts) return null;
  const pays = guessPaysFrom(result.rules);
  const cost = result.doubts.pointsWithout > result.points;
  return (
    <Card title={cost ? 'O que os chutes custaram' : 'O que os chutes renderam'} className="break-inside-avoid">
      <p>{words}</p>
      {pays !== null && (
        <p className="mt-2 text-ink-soft text-sm">
          Nesta prova, chutar vale mais que deixar em branco quando a chance de acertar passa de {formatShare(pays)}.
        </p>
      )}
    </Card>
  );
}

/** Shows where the answer card differs from the notebook, and the points the notebook would have given. */
export function TranscriptionNotice({ review, result }: { review: Review; result: AttemptResult }) {
  const { transcription, points } = result;
  if (!transcription) return null;
  const places = review.questions.flatMap(({ id }, place) => (transcription.errors.includes(id) ? [place] : []));
  if (places.length === 0) return <Notice tone="ok">O cartão-resposta saiu igual ao caderno.</Notice>;
  return (
    <Notice
      tone="sun"
      title={`${plural(places.length, 'item passado', 'itens passados')} diferente do caderno: ${numbers(places)}`}
    >
      Só o cartão vale.{' '}
      {points !== null &&
        points !== transcription.notebookPoints &&
        `Pelo caderno, seriam ${formatPoints(transcription.notebookPoints)} em vez de ${formatPoints(points)}.`}
    </Notice>
  );
}
