import { queryOptions } from '@tanstack/react-query';
import { getCaptions } from '#contract/content/captions.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

export const captionsQuery = (recordingId: number) =>
  queryOptions({
    queryKey: keys.recordings('captions', recordingId),
    queryFn: ({ signal }) => call(getCaptions, { params: { id: recordingId }, signal }),
  });
