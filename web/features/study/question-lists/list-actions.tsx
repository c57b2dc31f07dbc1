import { Ellipsis, GraduationCap, Pencil, Pin, Printer, RotateCcw, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { QUESTION_LIST_NAME_MAX } from '#contract/limits.ts';
import { questionListScreens as screens } from '#contract/question-list-screens.ts';
import { changeQuestionList, type QuestionList } from '#contract/study/question-lists.ts';
import { isAuthor, useUser } from '#web/lib/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { forgetLists, useChangeList, useDeleteList, useRestartList } from './question-lists.queries.ts';
import { ShareDialog } from './share-dialog.tsx';

type Open = 'share' | 'rename' | 'offer' | 'restart' | 'delete' | null;

export function ListActions({ list }: { list: QuestionList }) {
  const { id, isLiving, answered, name } = list;
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<Open>(null);
  const canOffer = isAuthor(useUser());
  const change = useChangeList(id);
  const restart = useRestartList(id);
  const remove = useDeleteList(id);
  const close = () => setOpen(null);
  const deleteNow = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast({ title: 'Caderno excluído' });
        navigate(screens.all);
        return forgetLists();
      },
    });
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen('share')}>
        <Users /> Compartilhar
      </Button>
      <ButtonLink href={screens.print(id)} variant="quiet">
        <Printer /> Imprimir
      </ButtonLink>
      <Menu
        trigger={
          <Button variant="line" size="icon" aria-label="Mais opções">
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem icon={<Pencil />} onSelect={() => setOpen('rename')}>
          Renomear
        </MenuItem>
        {isLiving && (
          <MenuItem icon={<Pin />} onSelect={() => change.mutate({ isLiving: false })}>
            Fixar as questões de agora
          </MenuItem>
        )}
        {canOffer && (
          <MenuItem icon={<GraduationCap />} onSelect={() => setOpen('offer')}>
            Oferecer a um curso
          </MenuItem>
        )}
        {answered > 0 && (
          <MenuItem icon={<RotateCcw />} onSelect={() => setOpen('restart')}>
            Recomeçar
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 />} tone="bad" onSelect={() => setOpen('delete')}>
          Excluir
        </MenuItem>
      </Menu>
      {open === 'share' && <ShareDialog list={list} onClose={close} />}
      {open === 'rename' && <RenameDialog list={list} onClose={close} />}
      {open === 'offer' && <OfferDialog list={list} onClose={close} />}
      <AlertDialog
        open={open === 'restart'}
        onOpenChange={close}
        title="Recomeçar o caderno?"
        text="O caderno volta à primeira questão. O que você já respondeu continua na revisão e no mapa."
        confirmLabel="Recomeçar"
        busy={restart.isPending}
        onConfirm={() => restart.mutate(undefined, { onSuccess: close })}
      />
      <AlertDialog
        open={open === 'delete'}
        onOpenChange={close}
        title="Excluir o caderno?"
        text={`“${name}” sai da sua lista. As cópias de colegas e as suas respostas ficam.`}
        confirmLabel="Excluir"
        tone="bad"
        busy={remove.isPending}
        onConfirm={deleteNow}
      />
    </>
  );
}

function RenameDialog({ list, onClose }: { list: QuestionList; onClose: () => void }) {
  const change = useChangeList(list.id);
  const form = useForm({
    initial: { name: list.name },
    schema: changeQuestionList.body,
    onSubmit: (body) => change.mutate(body, { onSuccess: onClose, onError: form.refused }),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Renomear caderno"
      size="sm"
      footer={
        <Button type="submit" form={form.id} busy={change.isPending} busyLabel="Salvando...">
          Salvar
        </Button>
      }
    >
      <form {...form.props}>
        <Field label="Nome" error={form.errors.name}>
          <Input autoFocus maxLength={QUESTION_LIST_NAME_MAX} {...form.field('name')} />
        </Field>
      </form>
    </Dialog>
  );
}
