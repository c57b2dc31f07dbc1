import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Upload, X } from 'lucide-react';
import { type AriaAttributes, type KeyboardEvent, useId, useRef, useState } from 'react';
import {
  CAPTION_FILE_MAX_CHARS,
  CUE_TEXT_MAX,
  cueProblems,
  parseCueTime,
  readCaptions,
  writeCueTime,
} from '#contract/content/caption-files.ts';
import { type Captions, saveCaptions } from '#contract/content/captions.ts';
import type { Recording } from '#contract/content/recordings.ts';
import { call, textOf } from '#web/lib/api.ts';
import { useShortcuts } from '#web/lib/preferences.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FilePicker } from '#web/ui/file-picker.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';
import { captionsQuery } from '../../reader/players/captions.queries.ts';
import {
  addCue,
  asCues,
  asDraft,
  changeCue,
  type DraftCue,
  problemWords,
  readWords,
  removeCue,
  splitCue,
} from './caption-draft.ts';

type CaptionsDialogProps = {
  lessonId: number;
  recording: Recording;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Writes the captions of a recording beside its player. */
export default function CaptionsDialog({ lessonId, recording, open, onOpenChange }: CaptionsDialogProps) {
  const known = useQuery(captionsQuery(recording.id));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Legendas de “${recording.title}”`} size="xl">
      {known.isPending && <SkeletonGroup blocks={['h-64 w-full']} />}
      {known.isError && !known.data && (
        <LoadError of={known} title="Não conseguimos carregar as legendas" headingLevel={3} />
      )}
      {known.data && (
        <CaptionsEditor
          key={known.data.revision}
          lessonId={lessonId}
          recording={recording}
          known={known.data}
          onSaved={() => onOpenChange(false)}
        />
      )}
    </Dialog>
  );
}

type EditorProps = { lessonId: number; recording: Recording; known: Captions; onSaved: () => void };

/** Jumps back this far, to hear a sentence again. */
const BACK_SECONDS = 3;

function CaptionsEditor({ lessonId, recording, known, onSaved }: EditorProps) {
  const [draft, setDraft] = useState(() => asDraft(known.cues));
  const [note, setNote] = useState<string | null>(null);
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const hasLetters = useShortcuts();
  const problems = cueProblems(draft);
  const isBroken = problems.some((problem) => problem !== null && problem !== 'fast');
  const save = useMutation({
    mutationFn: () =>
      call(saveCaptions, { params: { id: recording.id }, body: { cues: asCues(draft), revision: known.revision } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(captionsQuery(recording.id).queryKey, saved);
      void invalidate(keys.recordings(lessonId));
      toast({ title: 'Legendas salvas' });
      onSaved();
    },
  });

  const now = () => Math.round((player.current?.currentTime ?? 0) * 1000);
  const focusCue = (id: number) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-cue="${id}"] textarea`)?.focus());
  const begin = () => {
    const { cues, id } = addCue(draft, now());
    setDraft(cues);
    focusCue(id);
  };
  const play = () => (player.current?.paused ? void player.current.play() : player.current?.pause());
  const back = () => {
    if (player.current) player.current.currentTime -= BACK_SECONDS;
  };
  const marked = (id: number | null): DraftCue | undefined =>
    draft.find((cue) => cue.id === id) ?? draft.findLast((cue) => cue.start <= now());

  /** With Alt everywhere; alone outside of fields, where the person has not switched single letters off. */
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    const isField = target.matches('input, textarea');
    if ((!event.altKey && (isField || !hasLetters)) || event.ctrlKey || event.metaKey || target.matches('video, audio'))
      return;
    const id = Number(target.closest<HTMLElement>('[data-cue]')?.dataset.cue ?? Number.NaN);
    const cue = marked(Number.isNaN(id) ? null : id);
    const acts: Record<string, () => void> = {
      KeyP: play,
      KeyB: back,
      KeyN: begin,
      KeyI: () => cue && setDraft(changeCue(draft, cue.id, { start: now() })),
      KeyO: () => cue && setDraft(changeCue(draft, cue.id, { end: now() })),
    };
    const act = acts[event.code];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const take = async (file: File) => {
    if (file.size > CAPTION_FILE_MAX_CHARS * 3) return setNote(readWords({ problem: 'too_large' }));
    const read = readCaptions(await file.text());
    setNote(readWords(read));
    if (read.problem === null) setDraft(asDraft(read.cues));
  };

  const source = recording.sources[0];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work for every control inside
    <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]" onKeyDown={press}>
      <div className="grid content-start gap-3">
        {recording.kind === 'audio' ? (
          // biome-ignore lint/a11y/useMediaCaption: this is where they are written
          <audio ref={player} controls src={source?.url} aria-label={recording.title} className="w-full" />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: this is where they are written
          <video ref={player} controls playsInline src={source?.url} aria-label={recording.title} className="w-full" />
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="line" size="sm" className="min-h-11" onClick={play}>
            Tocar ou parar
          </Button>
          <Button variant="line" size="sm" className="min-h-11" onClick={back}>
            Voltar {BACK_SECONDS} s
          </Button>
          <Button ref={adder} variant="line" size="sm" className="min-h-11" onClick={begin}>
            <Plus /> Fala aqui
          </Button>
          <Button variant="line" size="sm" className="min-h-11" onClick={() => picker.current?.click()}>
            <Upload /> Enviar .vtt ou .srt
          </Button>
        </div>
        <FilePicker
          ref={picker}
          label="Escolher arquivo de legendas"
          accept=".vtt,.srt,text/vtt"
          hidden
          onFile={(file) => void take(file)}
        />
        <p className="text-ink-soft text-sm max-md:hidden">
          <Kbd>P</Kbd> toca <Kbd>B</Kbd> volta <Kbd>N</Kbd> fala aqui <Kbd>I</Kbd> início aqui <Kbd>O</Kbd> fim aqui
          {hasLetters ? '. Ao escrever, com ' : ', com '}
          <Kbd>Alt</Kbd>. <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> parte a fala no cursor.
        </p>
        {note && (
          <p role="status" className="text-sm">
            {note}
          </p>
        )}
        {save.isError && (
          <Notice tone="bad" title="Legendas não salvas">
            {textOf(save.error)}
          </Notice>
        )}
        <Button
          className="justify-self-start"
          disabled={isBroken}
          busy={save.isPending}
          busyLabel="Salvando..."
          onClick={() => save.mutate()}
        >
          Salvar legendas
        </Button>
        {isBroken && <p className="text-bad text-sm">Acerte as falas marcadas antes de salvar.</p>}
      </div>
      {draft.length === 0 ? (
        <p className="text-ink-soft">Nenhuma fala ainda. Toque o vídeo e crie a primeira, ou envie um arquivo.</p>
      ) : (
        <ol ref={list} className="grid max-h-[60dvh] content-start gap-3 overflow-y-auto">
          {draft.map((cue, at) => (
            <CueRow
              key={cue.id}
              cue={cue}
              at={at}
              problem={problems[at] ?? null}
              onChange={(change) => setDraft(changeCue(draft, cue.id, change))}
              onSplit={(letter) => setDraft(splitCue(draft, cue.id, letter))}
              onRemove={() => {
                const near = draft[at + 1] ?? draft[at - 1];
                setDraft(removeCue(draft, cue.id));
                if (near) focusCue(near.id);
                else adder.current?.focus();
              }}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

type CueRowProps = {
  cue: DraftCue;
  at: number;
  problem: ReturnType<typeof cueProblems>[number];
  onChange: (change: Partial<DraftCue>) => void;
  onSplit: (letter: number) => void;
  onRemove: () => void;
};

function CueRow({ cue, at, problem, onChange, onSplit, onRemove }: CueRowProps) {
  const about = useId();
  const isWrong = problem !== null && problem !== 'fast';
  const described = problem ? { 'aria-describedby': about, 'aria-invalid': isWrong } : {};
  return (
    <li data-cue={cue.id} className="grid gap-1 border-line border-b pb-3">
      <span className="flex flex-wrap items-center gap-2 text-sm">
        <TimeInput
          {...described}
          label={`Início da fala ${at + 1}`}
          value={cue.start}
          onTime={(start) => onChange({ start })}
        />
        <span className="text-ink-soft">a</span>
        <TimeInput {...described} label={`Fim da fala ${at + 1}`} value={cue.end} onTime={(end) => onChange({ end })} />
        <span id={about} className={problem ? 'grow text-bad' : 'grow text-ink-soft'}>
          {problemWords(problem, cue)}
        </span>
        <Button variant="quiet" size="icon" aria-label={`Apagar a fala ${at + 1}`} onClick={onRemove}>
          <X />
        </Button>
      </span>
      <Textarea
        rows={2}
        maxLength={CUE_TEXT_MAX}
        {...described}
        aria-label={`Fala ${at + 1}`}
        value={cue.text}
        onChange={(event) => onChange({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.ctrlKey) return;
          event.preventDefault();
          onSplit(event.currentTarget.selectionStart);
        }}
      />
    </li>
  );
}

/** A time is taken when the field is left; what is no time is put back. */
function TimeInput({
  label,
  value,
  onTime,
  ...described
}: { label: string; value: number; onTime: (ms: number) => void } & AriaAttributes) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    const ms = typed === null ? null : parseCueTime(typed);
    if (ms !== null) onTime(ms);
    setTyped(null);
  };
  return (
    <NativeInput
      {...described}
      aria-label={label}
      className="min-h-11 w-28 rounded-control border border-line-strong bg-surface px-2 tabular-nums"
      value={typed ?? writeCueTime(value)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
    />
  );
}
