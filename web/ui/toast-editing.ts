import { isOvertaken } from '#web/lib/api.ts';
import { toast } from './toast.ts';
import { toastFailure } from './toast-failure.ts';

/** The screen of an editor was left with something unsaved. */
export const toastDraftStored = () =>
  toast({
    title: 'Alterações guardadas neste aparelho',
    description: 'Elas voltam quando você abrir esta página de novo.',
    tone: 'info',
  });

/** A save that failed. A conflict is told by the editor itself, with the ways out of it. */
export const toastUnsaved = (title: string) => (error: Error) => {
  if (isOvertaken(error)) return;
  toastFailure(title)(error);
};
