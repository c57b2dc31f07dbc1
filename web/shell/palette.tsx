import { CircleQuestionMark, LogOut, Moon, Plus, Settings, SquarePen, Sun } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { User } from '#contract/platform/users.ts';
import type { Preferences } from '#contract/preferences.ts';
import type { Command } from '#web/features/platform/palette/commands.ts';
import { Palette } from '#web/features/platform/palette/palette.tsx';
import { paths } from '#web/lib/paths.ts';
import { isAuthor } from '#web/lib/session.ts';
import { destinationsFor } from './destinations.ts';
import { useTheme } from './theme-choice.tsx';

const work: Command[] = [
  { path: `${paths.publish}?novo`, label: 'Publicar nova aula', words: 'escrever criar', icon: <SquarePen /> },
  { path: paths.newBankQuestion, label: 'Nova questão', words: 'escrever criar', icon: <Plus /> },
  { path: `${paths.teacher}?novo`, label: 'Novo curso', words: 'criar', icon: <Plus /> },
];

type PaletteProps = { user: User; onClose: () => void; onLogout: () => void };

/** The command palette with the pages and actions of this user. */
export default function UserPalette({ user, onClose, onLogout }: PaletteProps) {
  const { choose } = useTheme();
  const guides = useGuides(user);
  const commands = useMemo(() => {
    const use = (theme: Preferences['theme']) => () => choose(theme);
    const actions: Command[] = [
      ...(isAuthor(user) ? work : []),
      { run: use('dark'), label: 'Usar o tema escuro', words: 'noite', icon: <Moon /> },
      { run: use('light'), label: 'Usar o tema claro', words: 'dia', icon: <Sun /> },
      { run: use('system'), label: 'Usar o tema do aparelho', words: 'automático', icon: <Settings /> },
      { run: onLogout, label: 'Sair', words: 'logout desconectar', icon: <LogOut /> },
    ];
    return { places: destinationsFor(user), actions, guides };
  }, [user, choose, onLogout, guides]);
  return <Palette commands={commands} onClose={onClose} />;
}

/** The guides are larger than the palette: they arrive while the user types. Without a network there are none. */
function useGuides(user: User): Command[] {
  const [guides, setGuides] = useState<Command[]>([]);
  useEffect(() => {
    let isOpen = true;
    import('#web/features/school/help/guide-commands.ts').then(
      ({ guideCommands }) => {
        if (isOpen) setGuides(guideCommands(user).map((guide) => ({ ...guide, icon: <CircleQuestionMark /> })));
      },
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [user]);
  return guides;
}
