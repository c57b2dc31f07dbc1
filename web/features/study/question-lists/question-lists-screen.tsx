import { useLocation } from 'wouter';
import { questionListScreens } from '#contract/question-list-screens.ts';
import { ListScreen } from './list-screen.tsx';
import { ListsScreen } from './lists-screen.tsx';
import { PrintListScreen } from './print-list-screen.tsx';
import { SharedListScreen } from './shared-list-screen.tsx';

/** The screens of lists share a chunk: each chunk costs bytes of the first screen. */
export default function QuestionListsScreen() {
  const [location] = useLocation();
  if (location === questionListScreens.all) return <ListsScreen />;
  if (location.startsWith(questionListScreens.shared(''))) return <SharedListScreen />;
  return location.endsWith('/print') ? <PrintListScreen /> : <ListScreen />;
}
