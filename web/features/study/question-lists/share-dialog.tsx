import { questionListScreens } from '#contract/question-list-screens.ts';
import type { QuestionList } from '#contract/study/question-lists.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useShareList, useUnshareList } from './question-lists.queries.ts';

/** The link by which others of the school copy a list. */
export function ShareDialog({ list, onClose }: { list: QuestionList; onClose: () => void }) {
  const share = useShareList(list.id);
  const unshare = useUnshareList(list.id);
  const token = list.shareToken;
  const link = token === null ? '' : `${window.location.origin}${questionListScreens.shared(token)}`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Compartilhar caderno"
      description="Só quem estuda nesta escola abre o link, e leva uma cópia com as questões que pode ver."
      size="sm"
      footer={
        token === null ? (
          <Button busy={share.isPending} busyLabel="Criando..." onClick={() => share.mutate()}>
            Criar link
          </Button>
        ) : (
          <>
            <Button variant="line" busy={unshare.isPending} onClick={() => unshare.mutate()}>
              Encerrar link
            </Button>
            <CopyButton text={link} label="Copiar link" variant="primary" />
          </>
        )
      }
    >
      {token === null ? (
        <p>Suas respostas e seu progresso não vão junto. O que você mudar depois não muda as cópias.</p>
      ) : (
        <Field label="Link" help="Encerrar o link não desfaz as cópias já feitas.">
          <Input readOnly value={link} onFocus={({ target }) => target.select()} />
        </Field>
      )}
    </Dialog>
  );
}
