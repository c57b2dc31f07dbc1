import { queryOptions, useMutation } from '@tanstack/react-query';
import { createLawAnnotation, listArticleAnnotations } from '#contract/content/law-annotations.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { ownDeeds } from '#web/features/content/lessons/reader/annotations.queries.ts';
import { withWaiting } from '#web/features/content/lessons/reader/waiting-notes.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const NO_LESSON = 0;

/** The marks of an article. New ones need a network; changes and removals wait for it. */
export const articleAnnotationsQuery = (lawId: number, article: string) =>
  queryOptions({
    queryKey: keys.annotations.of(`law:${lawId}/${article}`),
    queryFn: async ({ signal }) =>
      withWaiting(
        NO_LESSON,
        await call(listArticleAnnotations, { params: { id: lawId, article }, signal }),
        ownDeeds(),
      ),
  });

export const useAnnotateArticle = (lawId: number, article: string) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createLawAnnotation>) =>
      call(createLawAnnotation, { params: { id: lawId, article }, body }),
    onSuccess: (made) => {
      queryClient.setQueryData(
        articleAnnotationsQuery(lawId, article).queryKey,
        (before) => before && [made, ...before.filter(({ id }) => id !== made.id)],
      );
      return queryClient.invalidateQueries({ queryKey: keys.annotations.lists });
    },
    onError: toastFailure('Trecho não marcado'),
  });
