import { useMutation, useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { NotificationKind } from '#contract/platform/notifications.ts';
import { answerPushOffer } from '#contract/platform/push.ts';
import { setReviewReminder } from '#contract/study/review.ts';
import { TIME_ZONE } from '#contract/time.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { choosePushKinds, pushStateQuery } from './push-device.ts';
import { toastPushFailure } from './push-words.ts';

export type PushMoment = 'review' | 'presence' | 'payment';

const kindOf: Record<PushMoment, NotificationKind> = {
  review: 'review_waiting',
  presence: 'quiz_window',
  payment: 'payment_decided',
};

const words: Record<PushMoment, { title: string; text: (hour: number) => string }> = {
  review: {
    title: 'Quer um lembrete da revisão?',
    text: (hour) => `Neste aparelho, todo dia às ${hour} h, e só quando houver o que revisar.`,
  },
  presence: { title: 'Avisar neste aparelho?', text: () => 'Uma hora antes de o simulado abrir.' },
  payment: { title: 'Avisar neste aparelho?', text: () => 'Assim que a escola responder sobre o pagamento.' },
};

/** The school's hour, at which this person has just reviewed. */
const hourNow = () =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: '2-digit', hourCycle: 'h23' }).format());

export default function PushOffer({ after }: { after: PushMoment }) {
  const user = useUser();
  const state = useQuery(pushStateQuery);
  const [hour] = useState(hourNow);
  const [isAnswered, setAnswered] = useState(false);
  const isOpen = state.data?.offer === true && !isAnswered;
  const answer = useMutation({
    mutationFn: (given: 'shown' | 'later' | 'taken') => call(answerPushOffer, { body: { answer: given } }),
  });
  const take = useMutation({
    mutationFn: async () => {
      await choosePushKinds(user.id, [kindOf[after]]);
      if (after === 'review') {
        queryClient.setQueryData(keys.reviewReminder, await call(setReviewReminder, { body: { hour } }));
      }
    },
    onSuccess: () => {
      answer.mutate('taken');
      toast({ title: 'Avisos ativados neste aparelho', description: 'Você muda isso em Configurações.' });
    },
    onError: (error) => {
      answer.mutate('later');
      toastPushFailure(error);
    },
    onSettled: () => setAnswered(true),
  });
  const tellShown = useEffectEvent(() => answer.mutate('shown'));
  useEffect(() => {
    if (isOpen) tellShown();
  }, [isOpen]);
  if (!isOpen) return null;
  const { title, text } = words[after];
  return (
    <section
      aria-labelledby="push-offer"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 text-ink"
    >
      <BellRing className="text-ink-soft text-lg" />
      <div className="min-w-0 grow basis-64">
        <h2 id="push-offer" className="font-strong text-base">
          {title}
        </h2>
        <p className="text-ink-soft text-sm">{text(hour)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="line" busy={take.isPending} onClick={() => take.mutate()}>
          Ativar avisos
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            setAnswered(true);
            answer.mutate('later');
          }}
        >
          Agora não
        </Button>
      </div>
    </section>
  );
}
