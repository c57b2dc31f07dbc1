import { formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';

/** 'há 5 minutos', by the document's own time while it is hydrated. */
export const Ago = ({ at }: { at: string | Date }) => formatRelative(at, useNow());
