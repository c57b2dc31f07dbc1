import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { getMailExample, listMailExamples } from '#contract/mails.ts';
import {
  confirmTestMail,
  getSettings,
  listSettingChanges,
  type Settings,
  testMail,
  testPix,
  updateSettings,
} from '#contract/platform/settings.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { renewSchool } from '#web/lib/school.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastUnsaved } from '#web/ui/toast-editing.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const settingsQuery = readQuery(getSettings, schoolKeys.settings.now);

export const settingChangesQuery = readQuery(listSettingChanges, schoolKeys.settings.changes);

export const mailExamplesQuery = readQuery(listMailExamples, schoolKeys.settings.mails);

export const mailExampleQuery = (kind: string, form: number) =>
  readQuery(getMailExample, schoolKeys.settings.mail(kind, form), { params: { kind, form } });

/** Fetches the current settings, bypassing the cache. */
export const fetchSettings = (): Promise<Settings> => queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 });

export const useUpdateSettings = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof updateSettings>) => call(updateSettings, { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved);
      const { schoolName: name, schoolSlogan: slogan, supportEmail, companyId, whatsappNumber } = saved.values;
      renewSchool({ name, slogan, supportEmail, companyId, whatsapp: whatsappNumber?.replace(/\D/g, '') ?? null });
      toast({ title: 'Configurações salvas', description: 'Já valem em toda a plataforma.' });
      return invalidate(schoolKeys.settings.changes);
    },
    onError: toastUnsaved('Não foi possível salvar'),
  });

export const useTestMail = () =>
  useMutation({
    mutationFn: () => call(testMail),
    onSuccess: ({ to, outcome }) =>
      toast(
        outcome === 'sent'
          ? { title: 'E-mail de teste enviado', description: `Digite o código da carta que chegou a ${to}.` }
          : {
              title: 'E-mail guardado, não enviado',
              description: 'Sem SMTP_URL nada é enviado: os e-mails ficam na pasta data/mail.',
              tone: 'info',
            },
      ),
    onError: toastFailure('O e-mail de teste não saiu'),
  });

export const useConfirmTestMail = () =>
  useMutation({
    mutationFn: (code: string) => call(confirmTestMail, { body: { code } }),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      toast({ title: 'E-mail comprovado', description: 'As cartas da escola chegam.' });
      return invalidate(schoolKeys.system.all, keys.dashboard.admin);
    },
  });

export const useTestPix = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof testPix>) => call(testPix, { body }) });
