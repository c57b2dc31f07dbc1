import { ANSWER_CARD_MINUTES_MAX } from '#contract/limits.ts';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Switch } from '#web/ui/switch.tsx';
import type { EditedConduct } from './rules-draft.ts';

type ConductCardProps = {
  conduct: EditedConduct;
  errors: Partial<Record<string, string>>;
  onChange: (conduct: EditedConduct) => void;
};

/** How the exam is conducted. Students read all of it before they start. */
export function ConductCard({ conduct, errors, onChange }: ConductCardProps) {
  const toggle = (name: 'doubtMark' | 'shuffleQuestions' | 'oneDevice' | 'countLeaving' | 'hasSheet' | 'mayCopy') => ({
    checked: conduct[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...conduct, [name]: target.checked }),
  });
  return (
    <Card title="Como a prova é feita" aside="o aluno lê antes de começar">
      <div className="grid grid-cols-1 gap-1">
        <Switch
          label="Marca 'Foi chute' em cada resposta"
          help="O resultado mostra quanto os chutes custaram ou renderam."
          {...toggle('doubtMark')}
        />
        <Switch
          label="Cartão-resposta no fim"
          help="Depois do caderno, o aluno passa as respostas para o cartão. Só o cartão vale."
          {...toggle('hasSheet')}
        />
        {conduct.hasSheet && (
          <div className="mb-2 ml-4 border-line border-l-2 pl-4">
            <Field
              label="Minutos para o cartão, além do tempo da prova"
              error={errors['conduct.sheet.minutes']}
              className="max-w-xs"
            >
              <Input
                inputMode="numeric"
                maxLength={String(ANSWER_CARD_MINUTES_MAX).length}
                value={conduct.sheetMinutes}
                onChange={({ target }) => onChange({ ...conduct, sheetMinutes: target.value })}
              />
            </Field>
            <Switch
              label="Deixar copiar do caderno e avisar o que está diferente"
              help="Sem isso, o aluno confere sozinho, como no dia da prova."
              {...toggle('mayCopy')}
            />
          </div>
        )}
        <Switch
          label="Questões em outra ordem para cada aluno"
          help="As que têm o mesmo texto-base continuam juntas. Para embaralhar as alternativas, use Compor."
          {...toggle('shuffleQuestions')}
        />
        <Switch
          label="Um aparelho por vez"
          help="Continuar em outro aparelho passa a prova para ele."
          {...toggle('oneDevice')}
        />
        <Switch
          label="Contar quantas vezes o aluno sai da página"
          help="É só uma informação para você, nas estatísticas. Não muda a nota."
          {...toggle('countLeaving')}
        />
      </div>
    </Card>
  );
}
