import { useEffect } from 'react';
import { useEndFirstDay } from './first-day.queries.ts';

/** The first day was left on this device and the server was not told: without a network, or the page was closed. */
export default function ReportSkipped() {
  const { mutate: end } = useEndFirstDay();
  useEffect(() => end(), [end]);
  return null;
}
