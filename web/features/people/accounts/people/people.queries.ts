import { useMutation } from '@tanstack/react-query';
import { listOffersForAdmin } from '#contract/money/offers.ts';
import { enrollByHand } from '#contract/money/payments-office.ts';
import { findPersonByCpf, saveCpf, showCpf } from '#contract/people/documents.ts';
import {
  addNote,
  approveUsers,
  changeUserEmail,
  deleteNote,
  endUserAccess,
  enrollGroup,
  getPerson,
  inviteTeacher,
  type NewStudent,
  resendMail,
  sendPasswordLink,
  setBlockReason,
} from '#contract/people/people.ts';
import { call } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { sentNote, sentWords } from '#web/lib/mail-words.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const personQuery = (id: string) => readQuery(getPerson, schoolKeys.users.one(id), { params: { id } });

export const offerChoicesQuery = readQuery(listOffersForAdmin, keys.offers.admin);

const refresh = () => invalidate(schoolKeys.users.all, schoolKeys.payments.all, keys.dashboard.all);

type ToastWords = { title: string; description?: string | undefined };

/** Every action on one person: its message, and that the page is read again. */
function useAction<Wish>(act: (wish: Wish) => Promise<unknown>, done: string | (() => ToastWords), failed: string) {
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast(typeof done === 'string' ? { title: done } : done()),
    onError: toastFailure(failed),
    onSettled: refresh,
  });
}

const mailed = (thing: string, sent: 'enviado' | 'reenviado') => (): ToastWords => ({
  title: sentWords(thing, sent),
  description: sentNote(),
});

export const useSendPasswordLink = (id: string) =>
  useAction(() => call(sendPasswordLink, { params: { id } }), mailed('Link de senha', 'enviado'), 'O link não saiu');

export const useChangeEmail = (id: string) =>
  useAction(
    (email: string) => call(changeUserEmail, { params: { id }, body: { email } }),
    'E-mail mudado',
    'Não foi possível mudar o e-mail',
  );

export const useResendMail = (id: string) =>
  useAction(
    (mailId: string) => call(resendMail, { params: { id, mailId } }),
    mailed('E-mail', 'reenviado'),
    'Não foi possível reenviar',
  );

export const useEndAccess = (id: string) =>
  useAction(
    (reason: string) => call(endUserAccess, { params: { id }, body: { reason } }),
    'Acesso encerrado',
    'Não foi possível encerrar o acesso',
  );

export const useGiveAccess = (studentId: string) =>
  useAction(
    ({ offerId, note, takesSeat }: { offerId: number | undefined; note: string; takesSeat: boolean }) =>
      call(enrollByHand, {
        body: { studentId, method: 'courtesy', takesSeat, ...(offerId ? { offerId } : {}), ...(note ? { note } : {}) },
      }),
    'Acesso dado',
    'Não foi possível dar o acesso',
  );

export const useBlockReason = (id: string) =>
  useAction(
    (reason: string) => call(setBlockReason, { params: { id }, body: { reason } }),
    'Motivo salvo',
    'Não foi possível salvar o motivo',
  );

export const useAddNote = (id: string) =>
  useAction(
    (note: { text: string; creationKey: string }) => call(addNote, { params: { id }, body: note }),
    'Anotação salva',
    'Não foi possível salvar a anotação',
  );

export const useDeleteNote = (id: string) =>
  useAction(
    (noteId: number) => call(deleteNote, { params: { id, noteId } }),
    'Anotação excluída',
    'Não foi possível excluir a anotação',
  );

export const useShowCpf = (id: string) =>
  useMutation({
    mutationFn: () => call(showCpf, { params: { id } }),
    // The CPF stays in the component that shows it, and in no cache.
    gcTime: 0,
    onError: toastFailure('Não foi possível mostrar o CPF'),
  });

export const useSaveCpf = (id: string) =>
  useMutation({
    mutationFn: (cpf: string | null) => call(saveCpf, { params: { id }, body: { cpf } }),
    gcTime: 0,
    onSuccess: (_, cpf) => toast({ title: cpf === null ? 'CPF apagado' : 'CPF salvo' }),
    onError: toastFailure('O CPF não foi salvo'),
    onSettled: refresh,
  });

export const useFindByCpf = () =>
  useMutation({
    mutationFn: (cpf: string) => call(findPersonByCpf, { body: { cpf } }),
    gcTime: 0,
    onError: toastFailure('A busca por CPF não funcionou'),
  });

export const useInviteTeacher = () =>
  useMutation({
    mutationFn: (body: NewStudent) => call(inviteTeacher, { body }),
    onSuccess: (_, { email }) =>
      toast({ title: sentWords('Convite', 'enviado'), description: sentNote(`Mandamos um e-mail para ${email}.`) }),
    onError: toastFailure('O convite não saiu'),
    onSettled: refresh,
  });

export const useApproveMany = () =>
  useMutation({
    mutationFn: (ids: string[]) => call(approveUsers, { body: { ids } }),
    onSuccess: ({ approved, refused }) =>
      toast({
        title: plural(approved, 'pessoa aprovada', 'pessoas aprovadas'),
        ...(refused[0] ? { description: refused[0].message, tone: 'info' as const } : {}),
      }),
    onError: toastFailure('Erro ao aprovar'),
    onSettled: refresh,
  });

export const useEnrollGroup = () =>
  useMutation({
    mutationFn: ({ courseId, ids }: { courseId: number; ids: string[] }) =>
      call(enrollGroup, { params: { id: courseId }, body: { ids } }),
    onSuccess: ({ enrolled }) => toast({ title: plural(enrolled, 'aluno matriculado', 'alunos matriculados') }),
    onError: toastFailure('Não foi possível matricular'),
    onSettled: refresh,
  });
