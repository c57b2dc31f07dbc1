import { textOf } from '#web/lib/api.ts';
import { toast } from './toast.ts';

/** What a mutation says when it fails, for its `onError`: the title is ours, the sentence the server's. */
export const toastFailure = (title: string) => (error: Error) =>
  toast({ title, description: textOf(error), tone: 'bad' });
