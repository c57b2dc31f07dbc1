import { useIsMutating, useMutation } from '@tanstack/react-query';
import type { BodyInput, QueryInput } from '#contract/endpoint.ts';
import {
  type Card,
  changeCardState,
  createCard,
  deleteCard,
  listCards,
  listCardTopics,
  updateCard,
  uploadCardPicture,
} from '#contract/study/cards.ts';
import { answerCard, type CardGrade, undoCardAnswer } from '#contract/study/review-cards.ts';
import { orQueue } from '#web/features/platform/offline/or-queue.ts';
import { call, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { newKey } from '#web/lib/new-key.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const PAGE = 50;

export type CardsRequest = Pick<QueryInput<typeof listCards>, 'topicId' | 'deck' | 'suspended' | 'search'>;

export const cardTopicsQuery = readQuery(listCardTopics, keys.cards('topics'));

export const cardPagesQuery = (query: CardsRequest) =>
  pagesQuery(listCards, keys.cards('pages', query), { query: { ...query, limit: PAGE }, ...keepRows });

const refresh = () => queryClient.invalidateQueries({ queryKey: keys.cards() });

export type CardFields = Omit<BodyInput<typeof updateCard>, 'revision'>;
type NewCard = BodyInput<typeof createCard>;

/** Saves a new card, or a change of `card`. The form shows its errors. */
export const useSaveCard = (card: Card | null) =>
  useMutation({
    mutationFn: ({ source, creationKey, ...fields }: NewCard): Promise<Card> =>
      card
        ? call(updateCard, { params: { id: card.id }, body: { ...fields, revision: card.revision } })
        : call(createCard, { body: { ...fields, source, creationKey } }),
    onSuccess: refresh,
  });

export const useChangeCardState = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: number } & BodyInput<typeof changeCardState>) =>
      call(changeCardState, { params: { id }, body }),
    onSuccess: refresh,
    onError: toastFailure('Cartão não alterado'),
  });

export const useDeleteCard = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteCard, { params: { id } }),
    onSuccess: refresh,
    onError: toastFailure('Cartão não excluído'),
  });

const uploading = { mutationKey: keys.cardPicture };

/** Whether a picture is on its way: a card saved now would be without it. */
export const useIsUploadingPicture = () => useIsMutating(uploading) > 0;

export const useUploadPicture = () =>
  useMutation({
    ...uploading,
    mutationFn: (file: File) => upload(uploadCardPicture, formOf({ file })),
    onError: toastFailure('Imagem não enviada'),
  });

const done = { ok: true } as const;

/** Sends an answer; offline it is queued under the same key, so that it counts once. */
export const sendCardAnswer = (key: string, cardId: number, grade: CardGrade) =>
  orQueue(call(answerCard, { body: { key, cardId, grade } }), (outbox, userId) => {
    outbox.queueAction(userId, { kind: 'card-answer', key, at: new Date().toISOString(), cardId, grade });
    return done;
  });

export const takeBackAnswer = (answerKey: string) =>
  orQueue(call(undoCardAnswer, { params: { key: answerKey } }), (outbox, userId) => {
    outbox.queueAction(userId, { kind: 'card-undo', key: newKey(), at: new Date().toISOString(), answerKey });
    return done;
  });
