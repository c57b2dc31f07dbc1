import { useLocation } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { EssayScreen } from './essay-screen.tsx';
import { PrintedSheetScreen } from './printed-sheet-screen.tsx';
import { ThemeScreen } from './theme-screen.tsx';
import { ThemesScreen } from './themes-screen.tsx';

/** The four screens of a student beside the sheet share a chunk: each chunk costs bytes of the first screen. */
export default function EssaysScreen() {
  const [location] = useLocation();
  if (location === paths.essayThemes) return <ThemesScreen />;
  if (location.endsWith('/sheet')) return <PrintedSheetScreen />;
  return location.startsWith(`${paths.essayThemes}/themes/`) ? <ThemeScreen /> : <EssayScreen />;
}
