import { useEffect } from 'react';
import { useEndFirstDay } from './first-day.queries.ts';

/**
 * Reports to the server that the first day was dismissed on this device, after the first report failed or the page was
 * closed.
 */
export default function ReportSkipped() {
  const { mutate: end } = useEndFirstDay();
  useEffect(() => end(), [end]);
  return null;
}
