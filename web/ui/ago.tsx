import { formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';

/** 'há 5 minutos'; during hydration, by the time of the document. */
export const Ago = ({ at }: { at: string | Date }) => formatRelative(at, useNow());
