import { afterEach, expect, test, vi } from 'vitest';
import { dismissToast, toast, toastStore } from './toast.ts';

afterEach(() => dismissToast());

test('a new message replaces the current one', () => {
  toast({ title: 'Primeiro' });
  const first = toastStore.get();
  toast({ title: 'Segundo', tone: 'bad', duration: 9000 });
  const second = toastStore.get();
  expect(second).toMatchObject({ title: 'Segundo', tone: 'bad', duration: 9000 });
  expect(second?.id).not.toBe(first?.id);
});

test('a message stays 5 seconds by default', () => {
  toast({ title: 'Salvo' });
  expect(toastStore.get()).toMatchObject({ tone: 'ok', duration: 5000 });
});

test('dismissing removes the message once and notifies the listeners', () => {
  const listener = vi.fn();
  toast({ title: 'Salvo' });
  const unsubscribe = toastStore.subscribe(listener);
  dismissToast();
  dismissToast();
  expect(toastStore.get()).toBeNull();
  unsubscribe();
  toast({ title: 'Outro' });
  expect(listener).toHaveBeenCalledTimes(1);
});
