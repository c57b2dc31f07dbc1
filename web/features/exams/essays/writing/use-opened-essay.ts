import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isFinal } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useUser } from '#web/lib/session.ts';
import { readOpened, removeOpened, storeOpened } from './opened-essay.ts';
import { essayQuery } from './writing.queries.ts';

/** How often a page that started without a network asks for the stored essay. */
const ASK_AGAIN_MS = 15_000;
/** The age of an essay that this browser stored: older than every answer of the server. */
const FROM_DEVICE = 1;

/**
 * The essay of an address. Without an answer of the server an essay that is being written opens as this browser last
 * saw it, and the server is asked again until it answers.
 */
export function useOpenedEssay(id: number, isAddress: boolean) {
  const userId = useUser().id;
  const essay = useQuery({
    ...essayQuery(id),
    enabled: isAddress,
    refetchInterval: ({ state }) => (state.data && state.dataUpdatedAt === FROM_DEVICE ? ASK_AGAIN_MS : false),
  });
  const { data, error, dataUpdatedAt } = essay;
  const isFromDevice = data !== undefined && dataUpdatedAt === FROM_DEVICE;

  useEffect(() => {
    if (!data || isFromDevice) return;
    if (data.state === 'writing') storeOpened(userId, data);
    else removeOpened(userId, id);
  }, [data, isFromDevice, userId, id]);

  const isUnanswered = !data && error !== null && !isFinal(error);
  useEffect(() => {
    if (!isUnanswered) return;
    const opened = readOpened(userId, id);
    if (opened) queryClient.setQueryData(essayQuery(id).queryKey, opened, { updatedAt: FROM_DEVICE });
  }, [isUnanswered, userId, id]);

  const ask = useEffectEvent(() => void essay.refetch());
  useEffect(() => {
    if (!isFromDevice) return;
    const now = () => ask();
    addEventListener('online', now);
    return () => removeEventListener('online', now);
  }, [isFromDevice]);
  return essay;
}
