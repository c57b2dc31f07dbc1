import { formatPoints, formatShare, plural } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { numbers } from './finish-question.ts';
import type { AttemptResult, Review } from './quizzes.queries.ts';
import type { RuledResult } from './ruled-words.ts';

type Doubted = Pick<RuledResult, 'points' | 'doubts' | 'passLine'>;

/** 'Se tivesse deixado em branco as que marcou com dúvida: 61,0 em vez de 57,0.' */
export function doubtWords({ points, doubts, passLine }: Doubted): string | null {
  if (!doubts) return null;
  const { count, right, pointsWithout } = doubts;
  const guessed = `Você marcou ${plural(count, 'resposta', 'respostas')} como chute e acertou ${right}.`;
  if (pointsWithout === points) return `${guessed} Deixadas em branco, a nota seria a mesma.`;
  const instead = `Se tivesse deixado em branco as que marcou com dúvida: ${formatPoints(pointsWithout)} em vez de ${formatPoints(points)}`;
  const crossed = points < passLine && pointsWithout >= passLine ? ', acima do corte' : '';
  return `${guessed} ${instead}${crossed}.`;
}

/** From how high a chance of being right a guess pays more than a blank; null where the two never meet. */
export function guessPaysFrom({ right, wrong, blank }: RuledResult['rules']): number | null {
  return wrong < blank && right > wrong ? ((blank - wrong) / (right - wrong)) * 100 : null;
}

export function DoubtCard({ result }: { result: RuledResult }) {
  const words = doubtWords(result);
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

/** What was lost between the notebook and the answer sheet. */
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
