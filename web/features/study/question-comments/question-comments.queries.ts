import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  addQuestionComment,
  type CommentSort,
  countQuestionComments,
  decideCommentCitation,
  decideOwnCommentCitation,
  decideQuestionComment,
  deleteQuestionComment,
  editQuestionComment,
  listQuestionComments,
  listReportedComments,
  reportQuestionComment,
  sealQuestionComment,
  voteQuestionComment,
} from '#contract/study/question-comments.ts';
import { call } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const key = keys.questionComments;

export const commentCountQuery = (id: number) =>
  readQuery(countQuestionComments, key.of('count', id), { params: { id } });

export const commentsQuery = (id: number, sort: CommentSort) =>
  readQuery(listQuestionComments, key.of('below', id, sort), { params: { id }, query: { sort } });

export const commentQueueQuery = pagesQuery(listReportedComments, key.of('queue'));

const refresh = () => invalidate(key.all);

/** The words may have been edited since: they are fetched again. */
const readAgain = (title: string) => (error: Error) => {
  toastFailure(title)(error);
  return refresh();
};

export const useWriteComment = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof addQuestionComment>) => call(addQuestionComment, { params: { id }, body }),
    onSuccess: ({ state }) => {
      if (state === 'held') {
        toast({ title: 'Comentário recebido', description: 'Um professor confere antes de aparecer para todos.' });
      }
      return refresh();
    },
  });

export const useEditComment = (id: number) =>
  useMutation({
    mutationFn: (body: string) => call(editQuestionComment, { params: { id }, body: { body } }),
    onSuccess: refresh,
  });

export const useDeleteComment = (id: number) =>
  useMutation({
    mutationFn: () => call(deleteQuestionComment, { params: { id } }),
    onSuccess: refresh,
    onError: toastFailure('Comentário não apagado'),
  });

export const useVote = (id: number) =>
  useMutation({
    mutationFn: (helped: boolean) => call(voteQuestionComment, { params: { id }, body: { helped } }),
    onSuccess: refresh,
    onError: toastFailure('Voto não enviado'),
  });

export const useReportComment = (id: number) =>
  useMutation({
    mutationFn: () => call(reportQuestionComment, { params: { id } }),
    onSuccess: () => {
      toast({ title: 'Obrigado pelo aviso', description: 'Um professor vai olhar este comentário.' });
      return refresh();
    },
    onError: toastFailure('Aviso não enviado'),
  });

export const useDecideComment = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof decideQuestionComment>) =>
      call(decideQuestionComment, { params: { id }, body }),
    onSuccess: ({ state }) => {
      toast({ title: state === 'shown' ? 'Comentário à vista de todos' : 'Comentário escondido' });
      return refresh();
    },
    onError: readAgain('Nada mudou'),
  });

export const useSealComment = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof sealQuestionComment>) => call(sealQuestionComment, { params: { id }, body }),
    onSuccess: refresh,
    onError: readAgain('Selo não mudado'),
  });

/** What the dialog of a citation stores; it shows the failure itself. */
export const useDecideCommentCitation = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof decideCommentCitation>) =>
      call(decideCommentCitation, { params: { id }, body }),
    onSuccess: refresh,
  });

/** The same for a comment of the caller. */
export const useDecideOwnCitation = (id: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof decideOwnCommentCitation>) =>
      call(decideOwnCommentCitation, { params: { id }, body }),
    onSuccess: refresh,
  });
