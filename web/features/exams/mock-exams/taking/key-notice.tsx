import { PricedLabel } from '#web/features/questions/questions/key-price.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type QuizOverview, type Review, useOpenKey } from './quizzes.queries.ts';

/** On the review: why the key is closed, and how opening it affects, or has affected, the certificate. */
export function ReviewKeyNotice({ review }: { review: Review }) {
  const openKey = useOpenKey(review.attempt);
  if (review.key === 'few_answers') {
    return (
      <Notice className="mb-5" title="O gabarito ainda está fechado">
        Nesta tentativa você respondeu menos da metade das questões. O gabarito comentado abre quando você responder
        pelo menos metade, ou a partir da segunda tentativa.
      </Notice>
    );
  }
  if (review.key === 'not_asked') {
    return (
      <Notice
        tone="sun"
        className="mb-5"
        title="Abrir o gabarito adia o certificado"
        action={
          <Button variant="line" busy={openKey.isPending} busyLabel="Abrindo..." onClick={() => openKey.mutate()}>
            <PricedLabel postponesTo={review.postponesTo}>Abrir gabarito e comentários</PricedLabel>
          </Button>
        }
      >
        Este simulado conta para o certificado do curso. Depois de abrir o gabarito, só vale a aprovação em uma
        tentativa iniciada pelo menos um dia depois.
      </Notice>
    );
  }
  if (review.countsFrom === null) return null;
  return (
    <Notice className="mb-5">
      Você abriu o gabarito. Para o certificado, vale a aprovação em uma tentativa iniciada a partir de{' '}
      {formatDateTime(review.countsFrom)}.
    </Notice>
  );
}

/** On the quiz page, before an attempt begins: keys that were seen less than a day ago. */
export function SeenKeyNotice({ quiz }: { quiz: QuizOverview }) {
  const { keyRule, questionCount } = quiz;
  if (!keyRule?.countsFrom) return null;
  const from = formatDateTime(keyRule.countsFrom);
  return (
    <Notice tone="sun" className="mt-5" title="O certificado espera um pouco">
      {keyRule.seen >= questionCount
        ? `Você viu o gabarito deste simulado há menos de um dia. Para o certificado, vale a aprovação em uma tentativa iniciada a partir de ${from}.`
        : `Você viu o gabarito de ${keyRule.seen} das ${questionCount} questões há menos de um dia. Em tentativas iniciadas antes de ${from}, os acertos nelas não contam para o certificado.`}
    </Notice>
  );
}
