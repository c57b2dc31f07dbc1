type ToastTone = 'ok' | 'bad' | 'info';

type ToastMessage = {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** An action for the message, such as undoing. */
  action?: { label: string; onPress: () => void };
  /** Milliseconds on screen, not counting those under the pointer or the focus. */
  duration?: number;
  /** The last message: the page is about to be left, and no failure meanwhile may replace it. */
  final?: boolean;
};

export type ShownToast = ToastMessage & { id: number; tone: ToastTone; duration: number };

const DEFAULT_DURATION_MS = 5000;

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message and replaces the current one. Works from anywhere, also outside React. */
export function toast(message: ToastMessage): void {
  if (current?.final) return;
  lastId += 1;
  show({ tone: 'ok', duration: DEFAULT_DURATION_MS, ...message, id: lastId });
}

export function dismissToast(): void {
  if (current) show(null);
}

export const toastStore = {
  get: () => current,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
