import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type NotificationChoice,
  type NotificationKind,
  type NotificationPreset,
  presetChoice,
  pushKinds,
} from '#contract/platform/notifications.ts';
import { plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { notificationChoicesQuery, useChooseNotifications, useChoosePreset } from './notification-settings.queries.ts';
import { DeviceNote, OnThisDevice } from './on-this-device.tsx';
import { ReviewHour } from './review-hour.tsx';

const words: Record<NotificationKind, { label: string; help?: string }> = {
  payment_decided: { label: 'Decisão do pagamento' },
  teacher_approved: { label: 'Aprovação do cadastro' },
  new_content: { label: 'Novas aulas e simulados', help: 'Nos cursos em que você está matriculado.' },
  result_corrected: { label: 'Resultado corrigido', help: 'Quando uma questão é anulada ou muda de gabarito.' },
  exam_near: { label: 'Prova chegando', help: '30, 7 e 1 dia antes da prova que você segue.' },
  certificate: { label: 'Certificado emitido' },
  new_proof: { label: 'Novos comprovantes', help: 'Reunidos em um só aviso até você ler.' },
  new_teacher: { label: 'Novos cadastros de professor', help: 'Reunidos em um só aviso até você ler.' },
  access_ending: { label: 'Fim do acesso', help: '30, 7 e 1 dia antes do fim, e quando a data muda.' },
  announcement: { label: 'Avisos da escola', help: 'O que a equipe conta a todos ou à sua turma.' },
  quiz_window: {
    label: 'Simulado com hora marcada',
    help: 'Uma hora antes, se você confirmou presença, e no resultado.',
  },
  review_waiting: { label: 'Revisão do dia', help: 'Na hora que você escolher, se ela ainda esperar por você.' },
  report_decided: { label: 'Erro que você reportou', help: 'Quando a questão é corrigida ou conferida.' },
  doubt_answered: { label: 'Dúvida respondida' },
  comment_replied: { label: 'Respostas aos seus comentários' },
  exam_time_decided: { label: 'Pedido de tempo a mais', help: 'Quando a secretaria responde.' },
  law_changed: { label: 'Lei que mudou', help: 'Quando muda um texto que você respondeu ou marcou.' },
  essay_returned: { label: 'Redação corrigida', help: 'Quando um professor devolve o seu texto.' },
  lesson_held_back: { label: 'Aula agendada que não saiu', help: 'Quando falta algo para publicá-la na hora marcada.' },
  price_changed: {
    label: 'Preço que mudou sozinho',
    help: 'Quando as vagas de uma oferta acabam, ou uma volta.',
  },
  refund_asked: { label: 'Pedidos de reembolso', help: 'Reunidos em um só aviso até você ler.' },
};

export function NotificationSettings() {
  const choices = useQuery(notificationChoicesQuery);
  const kinds = choices.data?.map(({ kind }) => kind) ?? [];
  return (
    <Card title="Notificações">
      {choices.isPending && <SkeletonGroup blocks={['h-48 w-full']} />}
      {choices.isError && (
        <LoadError of={choices} title="Não conseguimos carregar suas escolhas" text={null} headingLevel={3} />
      )}
      {choices.data && (
        <>
          <Presets choices={choices.data} />
          <div className="mt-4 rounded-control border border-line">
            <Fold title="Escolher um por um" headingLevel={3} note={plural(kinds.length, 'aviso', 'avisos')}>
              {choices.data.map((choice) => (
                <ChoiceRow key={choice.kind} choice={choice} />
              ))}
            </Fold>
          </div>
        </>
      )}
      {pushKinds.some((kind) => kinds.includes(kind)) && <DeviceNote />}
    </Card>
  );
}

const presets = [
  {
    value: 'usual',
    label: 'Recomendado',
    help: 'Tudo no sino. Por e-mail, o que muda algo para você: resultados, prazos, respostas e avisos da escola.',
  },
  { value: 'essential', label: 'Só o essencial', help: 'Tudo no sino. Por e-mail, só o que não pode faltar.' },
] as const;

/** The preset that every choice agrees with; null: the person has chosen one by one. */
const presetOf = (choices: readonly NotificationChoice[]): NotificationPreset | null =>
  presets.find(({ value }) =>
    choices.every(({ kind, inApp, email }) => {
      const preset = presetChoice(kind, value);
      return preset.inApp === inApp && preset.email === email;
    }),
  )?.value ?? null;

function Presets({ choices }: { choices: readonly NotificationChoice[] }) {
  const choose = useChoosePreset();
  const preset = presetOf(choices);
  const shown = choose.isPending ? choose.variables : preset;
  return (
    <>
      <RadioGroup
        label="Como você quer ser avisado"
        look="cards"
        value={shown}
        onValueChange={(value) => choose.mutate(value)}
        options={[...presets]}
      />
      {shown === null && <p className="mt-2 text-ink-soft text-sm">Agora vale o que você escolheu um por um.</p>}
    </>
  );
}

function ChoiceRow({ choice }: { choice: NotificationChoice }) {
  const { label, help } = words[choice.kind];
  return (
    <fieldset className="border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0">
      <legend className="float-left w-full font-strong">{label}</legend>
      {help && <p className="clear-both text-ink-soft text-sm">{help}</p>}
      <div className="clear-both">
        {choice.kind === 'review_waiting' ? (
          <ReviewHour>
            <Channels choice={choice} />
          </ReviewHour>
        ) : (
          <Channels choice={choice} />
        )}
      </div>
    </fieldset>
  );
}

function Channels({ choice }: { choice: NotificationChoice }) {
  const choose = useChooseNotifications();
  // Optimistic: the choice is shown at once, and reverted on failure.
  const [picked, setPicked] = useState<{ inApp?: boolean; email?: boolean }>({});
  const shown = { ...choice, ...picked };
  const pick = (change: typeof picked) => {
    setPicked({ ...picked, ...change });
    choose.mutate({ kind: choice.kind, ...change }, { onSettled: () => setPicked({}) });
  };
  return (
    <div className="flex flex-wrap gap-x-6">
      <Checkbox
        label="Na plataforma"
        checked={shown.inApp}
        onChange={(event) => pick({ inApp: event.target.checked })}
      />
      {pushKinds.includes(choice.kind) && <OnThisDevice kind={choice.kind} />}
      <Checkbox
        label={choice.emailAlways ? 'Por e-mail (sempre enviado)' : 'Por e-mail'}
        checked={shown.email}
        disabled={choice.emailAlways}
        onChange={(event) => pick({ email: event.target.checked })}
      />
    </div>
  );
}
