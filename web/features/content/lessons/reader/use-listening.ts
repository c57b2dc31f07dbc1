import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useBrowserState, useHydrated } from '#web/lib/hydration.ts';
import { localKey } from '#web/lib/local-data.ts';
import { localStore } from '#web/lib/safe-storage.ts';
import { useUser } from '#web/lib/session.ts';
import { SENTENCE_SPOKEN } from './sentence-spoken.ts';
import { resumeIndexOf, type SpokenSentence, spokenSentences } from './spoken-sentences.ts';

/** Nearly every browser can: the server's document begins so. */
export const useCanListen = () =>
  !useHydrated() || (typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined');

export const rates = ['1', '1.25', '1.5', '1.75', '2'] as const;

type StoredPosition = { at: number; text: string };

function read(key: string): StoredPosition | null {
  try {
    const kept: unknown = JSON.parse(localStore.read(key) ?? 'null');
    const { at, text } = (kept ?? {}) as Partial<StoredPosition>;
    return Number.isInteger(at) && typeof text === 'string' ? { at: at as number, text } : null;
  } catch {
    return null;
  }
}

/** The best of the device's voices for Portuguese: Brazilian, and one that needs no network. */
const voiceForPortuguese = () => {
  const score = ({ lang, localService }: SpeechSynthesisVoice) =>
    (/^pt[-_]BR/i.test(lang) ? 2 : 0) + (localService ? 1 : 0);
  return speechSynthesis
    .getVoices()
    .filter(({ lang }) => /^pt\b/i.test(lang))
    .sort((a, b) => score(b) - score(a))[0];
};

export type Listening = ReturnType<typeof useListening>;

/**
 * Reads a text aloud by the browser's own voice, from where this reader last stopped on this device. `text` names it: the
 * id of a lesson, or an article of a law.
 */
export function useListening(text: string | number, body: RefObject<HTMLElement | null>) {
  const user = useUser();
  const placeKey = localKey(user.id, `listening:${text}`);
  const rateKey = localKey(user.id, 'listening-rate');
  const [state, setState] = useState<'silent' | 'speaking' | 'paused'>('silent');
  const [at, setAt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [rate, setRate] = useBrowserState<(typeof rates)[number]>(
    () => rates.find((one) => one === localStore.read(rateKey)) ?? '1',
    '1',
  );
  const parts = useRef<SpokenSentence[]>([]);
  /** Counts the utterances: the end event of a cancelled one must not affect the current one. */
  const turn = useRef(0);

  const unmark = () => {
    for (const { block } of parts.current) block.removeAttribute('data-spoken');
  };
  const stop = () => {
    turn.current += 1;
    speechSynthesis.cancel();
    unmark();
    setState('silent');
  };
  const speak = (from: number, speed: string) => {
    turn.current += 1;
    const mine = turn.current;
    const part = parts.current[from];
    speechSynthesis.cancel();
    unmark();
    if (!part) {
      localStore.remove(placeKey);
      setState('silent');
      return;
    }
    const utterance = new SpeechSynthesisUtterance(part.text);
    utterance.lang = 'pt-BR';
    utterance.rate = Number(speed);
    const voice = voiceForPortuguese();
    if (voice) utterance.voice = voice;
    utterance.onend = () => mine === turn.current && speak(from + 1, speed);
    utterance.onerror = () => {
      if (mine !== turn.current) return;
      setFailed(true);
      stop();
    };
    setAt(from);
    setState('speaking');
    localStore.write(placeKey, JSON.stringify({ at: from, text: part.text }));
    part.block.setAttribute('data-spoken', '');
    part.block.scrollIntoView({ block: 'nearest' });
    // Listening counts as study time, although nothing scrolls.
    dispatchEvent(new Event(SENTENCE_SPOKEN));
    speechSynthesis.speak(utterance);
  };
  const start = () => {
    if (!body.current) return;
    setFailed(false);
    parts.current = spokenSentences(body.current);
    speak(resumeIndexOf(parts.current, read(placeKey)), rate);
  };
  const pause = () => {
    // Not the browser's own pause: several never wake up from it. The sentence begins again.
    turn.current += 1;
    speechSynthesis.cancel();
    setState('paused');
  };
  const change = (speed: (typeof rates)[number]) => {
    setRate(speed);
    localStore.write(rateKey, speed);
    if (state === 'speaking') speak(at, speed);
  };
  const leave = useEffectEvent(() => {
    if (state !== 'silent') stop();
  });
  useEffect(() => () => leave(), []);

  return {
    state,
    at,
    total: parts.current.length,
    failed,
    rate,
    start,
    pause,
    stop,
    goOn: () => speak(at, rate),
    go: (to: number) => speak(Math.max(0, Math.min(to, parts.current.length - 1)), rate),
    change,
  };
}
