import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Options } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { FixedNote, SettingField, type SettingsForm } from './setting-field.tsx';
import { commentChoices, commentWords, settingLabels } from './settings-fields.ts';
import { sectionOf } from './settings-sections.tsx';

/** Who writes below questions, and which words wait for a teacher. */
export function CommentSettings({ form }: { form: SettingsForm }) {
  const fixed = form.isFixed('comments');
  return (
    <Card {...sectionOf('comments')} title="Comentários">
      <div className="grid gap-4">
        <Field
          label={settingLabels.comments}
          error={form.errors.comments}
          help={
            fixed ? <FixedNote /> : 'Ficam abaixo da questão, só para quem já respondeu, com nome de pássaro ou árvore.'
          }
          className="max-w-md"
        >
          <Select
            disabled={fixed}
            value={form.fields.comments}
            onChange={(event) => form.change({ comments: event.target.value })}
          >
            <Options of={commentChoices} words={commentWords} />
          </Select>
        </Field>
        <SettingField
          form={form}
          name="commentWords"
          optional
          help="Separadas por vírgulas. Um comentário com uma delas, ou com link, e-mail ou telefone, espera um professor."
        />
      </div>
    </Card>
  );
}
