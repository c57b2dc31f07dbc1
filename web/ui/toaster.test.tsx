import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ActionBar } from './action-bar.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { toast } from './toast.ts';

const say = (title: string) => act(() => toast({ title }));
const message = () => screen.queryByRole('status');

describe('the timer of a toast', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs under a pointer that rests where the toast appeared', () => {
    renderInApp(<p>Página</p>);
    say('Salvo');
    fireEvent.pointerEnter(screen.getByRole('status'), { clientX: 40, clientY: 700 });
    fireEvent.pointerMove(screen.getByRole('status'), { clientX: 40, clientY: 700 });
    act(() => vi.advanceTimersByTime(5000));
    expect(message()).toBeNull();
  });

  it('pauses under a moving pointer, and continues when it has left', () => {
    renderInApp(<p>Página</p>);
    say('Salvo');
    fireEvent.pointerEnter(screen.getByRole('status'), { clientX: 40, clientY: 700 });
    fireEvent.pointerMove(screen.getByRole('status'), { clientX: 44, clientY: 702 });
    act(() => vi.advanceTimersByTime(20_000));
    expect(message()).not.toBeNull();
    fireEvent.pointerLeave(screen.getByRole('status'));
    act(() => vi.advanceTimersByTime(5000));
    expect(message()).toBeNull();
  });
});

it('the action of a toast runs once and closes it', () => {
  const undo = vi.fn();
  renderInApp(<p>Página</p>);
  act(() => toast({ title: 'Salvo', action: { label: 'Desfazer', onPress: undo } }));
  fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(message()).toBeNull();
});

describe('the slot of a toast', () => {
  function Lesson() {
    const [open, setOpen] = useState(true);
    return (
      <Dialog open={open} onOpenChange={setOpen} title="Aula">
        <p>Corpo</p>
      </Dialog>
    );
  }

  it('is above the buttons of a bar', () => {
    renderInApp(<ActionBar>Salvar</ActionBar>);
    say('Salvo');
    expect(document.querySelector('[data-action-bar]')?.textContent).toBe('SalvoSalvar');
  });

  it('is inside the dialog in front, whatever came first', () => {
    renderInApp(
      <>
        <Lesson />
        <AlertDialog
          open
          onOpenChange={() => {}}
          title="Excluir?"
          text="Sem volta."
          confirmLabel="Excluir"
          onConfirm={() => {}}
        />
        <ActionBar>Salvar</ActionBar>
      </>,
    );
    say('Falhou');
    expect(screen.getByRole('alertdialog').textContent).toContain('Falhou');
  });

  it('is that of the page again as soon as the dialog closes', async () => {
    const { user } = renderInApp(<Lesson />);
    say('Salvo');
    expect(screen.getByRole('dialog').textContent).toContain('Salvo');
    await user.click(screen.getByRole('button', { name: 'Fechar' }));
    expect(screen.getByRole('status').closest('[role="dialog"]')).toBeNull();
  });
});
