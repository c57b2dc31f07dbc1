import { useQuery } from '@tanstack/react-query';
import { upcomingWindowsQuery } from '#web/features/exams/mock-exams/windows/quiz-windows.ts';
import { WindowCard } from '#web/features/exams/mock-exams/windows/window-card.tsx';

/** The next simulado with a common window, if there is one. */
export default function HomeWindow() {
  const upcoming = useQuery(upcomingWindowsQuery).data;
  const [next] = upcoming?.windows ?? [];
  if (!next || !upcoming) return null;
  return <WindowCard key={next.quizId} window={next} serverTime={upcoming.serverTime} isNext={false} />;
}
