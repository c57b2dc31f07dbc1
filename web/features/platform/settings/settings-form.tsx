import { type FormEvent, useMemo } from 'react';
import { type SettingName, type Settings, updateSettings } from '#contract/platform/settings.ts';
import { isOvertaken } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { Field } from '#web/ui/field.tsx';
import { Options } from '#web/ui/options.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { toastDraftStored } from '#web/ui/toast-editing.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { CommentSettings } from './comment-settings.tsx';
import { MailSettings } from './mail-settings.tsx';
import { PixSettings } from './pix-settings.tsx';
import { SalesSettings } from './sales-settings.tsx';
import { FixedNote, type SettingsForm as Form, SettingField } from './setting-field.tsx';
import { fetchSettings, useUpdateSettings } from './settings.queries.ts';
import {
  changesOf,
  fieldsOf,
  secondFactorChoices,
  secondFactorWords,
  settingLabels,
  settingLines,
} from './settings-fields.ts';
import { sectionOf } from './settings-sections.tsx';

export function SettingsForm({ settings }: { settings: Settings }) {
  const { area, errors, check, mend, refused } = useChecking();
  const update = useUpdateSettings();
  const stored = useMemo(() => fieldsOf(settings), [settings]);
  const editing = useEditing({
    name: 'school-settings',
    stored,
    onLeft: toastDraftStored,
    send: async (value, revision) => {
      try {
        const version = revision ?? 0;
        return fieldsOf(await update.mutateAsync({ ...changesOf(value, stored.value), version }));
      } catch (error) {
        if (!isOvertaken(error)) refused(error);
        throw error;
      }
    },
    reload: async () => fieldsOf(await fetchSettings()),
  });
  const changes = changesOf(editing.value, stored.value);
  const count = Object.keys(changes).length;
  const save = () => {
    if (check(updateSettings.body, { ...changes, version: 0 })) void editing.save();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!editing.isSaving && count > 0) save();
  };
  const form: Form = {
    fields: editing.value,
    errors,
    isFixed: (name) => settings.fixed.includes(name),
    change: (wish) => {
      editing.change(wish);
      mend(...Object.keys(wish));
    },
  };

  return (
    <form ref={area} noValidate onSubmit={submit} className="grid gap-5">
      {editing.conflict && (
        <ConflictNotice
          editing={editing}
          title="As configurações foram alteradas enquanto você editava"
          linesOf={settingLines}
          onSave={save}
        />
      )}
      {editing.isRecovered && !editing.conflict && (
        <RestoredDraftNotice savedAt={editing.changedAt} onDiscard={editing.discard} />
      )}
      <Card {...sectionOf('school')} title="Escola">
        <div className="grid gap-4 md:grid-cols-2">
          <SettingField form={form} name="schoolName" autoComplete="organization" />
          <SettingField form={form} name="companyId" optional />
          <SettingField form={form} name="schoolSlogan" />
        </div>
      </Card>
      <Card {...sectionOf('contacts')} title="Contatos">
        <div className="grid gap-4 md:grid-cols-2">
          <SettingField form={form} name="supportEmail" type="email" autoCapitalize="none" />
          <SettingField form={form} name="whatsappNumber" type="tel" optional help="Com DDD, como (11) 99999-8888." />
          <SettingField
            form={form}
            name="instagram"
            autoCapitalize="none"
            optional
            help="Como @suaescola ou o endereço."
          />
          <SettingField form={form} name="facebook" autoCapitalize="none" optional />
          <SettingField form={form} name="youtube" autoCapitalize="none" optional />
        </div>
      </Card>
      <PixSettings form={form} provider={settings.provider} onRefused={refused} />
      <SalesSettings form={form} />
      <MailSettings form={form} mail={settings.mail} />
      <CommentSettings form={form} />
      <Card {...sectionOf('holidays')} title="Feriados que a escola guarda">
        <p className="mb-2 text-ink-soft text-sm">
          Prazos em dias úteis pulam estes dias, além dos feriados nacionais.
        </p>
        <Holiday form={form} name="holidayCarnival" />
        <Holiday form={form} name="holidayCorpusChristi" />
      </Card>
      <SecurityCard form={form} />
      <ActionBar>
        <p aria-live="polite" className="mr-auto text-ink-soft text-sm max-md:sr-only">
          {count > 0 && plural(count, 'mudança não salva', 'mudanças não salvas')}
        </p>
        <Button type="button" variant="line" disabled={count === 0 || editing.isSaving} onClick={editing.discard}>
          Descartar
        </Button>
        <Button type="submit" disabled={count === 0} busy={editing.isSaving} busyLabel="Salvando...">
          Salvar
        </Button>
      </ActionBar>
    </form>
  );
}

function Holiday({
  form,
  name,
}: {
  form: Form;
  name: Extract<SettingName, 'holidayCarnival' | 'holidayCorpusChristi'>;
}) {
  const fixed = form.isFixed(name);
  return (
    <Checkbox
      label={settingLabels[name]}
      help={fixed ? <FixedNote /> : undefined}
      disabled={fixed}
      checked={form.fields[name]}
      onChange={(event) => form.change({ [name]: event.target.checked })}
    />
  );
}

function SecurityCard({ form }: { form: Form }) {
  const fixed = form.isFixed('secondFactor');
  return (
    <Card {...sectionOf('security')} title="Segurança">
      <Field
        label={settingLabels.secondFactor}
        error={form.errors.secondFactor}
        help={fixed ? <FixedNote /> : 'Quando obrigatório, quem não tem um configura o aplicativo no próximo login.'}
        className="max-w-md"
      >
        <Select
          disabled={fixed}
          value={form.fields.secondFactor}
          onChange={(event) => form.change({ secondFactor: event.target.value })}
        >
          <Options of={secondFactorChoices} words={secondFactorWords} />
        </Select>
      </Field>
    </Card>
  );
}
