import { isOvertaken } from '#web/lib/api.ts';
import { toast } from './toast.ts';
import { toastFailure } from './toast-failure.ts';

/** A toast for an editor that was left with unsaved changes. */
export const toastDraftStored = () =>
  toast({
    title: 'Alterações guardadas neste aparelho',
    description: 'Elas voltam quando você abrir esta página de novo.',
    tone: 'info',
  });

/** A toast for a failed save. Conflicts are left out: the editor shows them with the ways to resolve them. */
export const toastUnsaved = (title: string) => (error: Error) => {
  if (isOvertaken(error)) return;
  toastFailure(title)(error);
};
