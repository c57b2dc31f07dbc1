import { getCaptions } from '#contract/content/captions.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const captionsQuery = (recordingId: number) =>
  readQuery(getCaptions, keys.recordings('captions', recordingId), { params: { id: recordingId } });
