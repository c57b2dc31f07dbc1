import { textOf } from '#web/lib/api.ts';
import { toast } from './toast.ts';

/** The `onError` of a mutation: a toast with the given title and the message of the server. */
export const toastFailure = (title: string) => (error: Error) =>
  toast({ title, description: textOf(error), tone: 'bad' });
