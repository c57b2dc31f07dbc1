import { describe, expect, it } from 'vitest';
import {
  CUES_MAX,
  type Cue,
  cueAt,
  cueMarkup,
  cueProblems,
  lettersPerSecond,
  parseCueTime,
  readCaptions,
  writeCueTime,
  writeVtt,
} from './caption-files.ts';

const cuesOf = (file: string) => {
  const read = readCaptions(file);
  if (read.problem) throw new Error(read.problem);
  return read;
};

describe('a caption file', () => {
  it('in WebVTT is read with its settings, notes, styles and tags left out', () => {
    const file = `\uFEFFWEBVTT - aula

STYLE
::cue { color: red }

NOTE feito à mão

1
00:41.200 --> 00:44.800 align:start position:0%
<v Ana>Quando <i>“haver”</i> quer dizer existir,

00:00:44.800 --> 00:00:47.900
ele não tem sujeito &lt;nunca&gt;.
`;
    expect(cuesOf(file)).toEqual({
      problem: null,
      skipped: 0,
      shortened: 0,
      cues: [
        { start: 41_200, end: 44_800, text: 'Quando “haver” quer dizer existir,' },
        { start: 44_800, end: 47_900, text: 'ele não tem sujeito <nunca>.' },
      ],
    });
  });

  it('in SRT with Windows line ends and commas is read the same', () => {
    const file =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}Oi\r\nturma\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nTchau\r\n';
    expect(cuesOf(file).cues).toEqual([
      { start: 1000, end: 2500, text: 'Oi\nturma' },
      { start: 3000, end: 4000, text: 'Tchau' },
    ]);
  });

  it('whose cues overlap is read in order, each cue ending where the next begins', () => {
    const file =
      'WEBVTT\n\n00:05.000 --> 00:09.000\ndois\n\n00:01.000 --> 00:06.000\num\n\n00:05.000 --> 00:08.000\nmais';
    const { cues, shortened } = cuesOf(file);
    expect(cues).toEqual([
      { start: 1000, end: 5000, text: 'um' },
      { start: 5000, end: 9000, text: 'mais\ndois' },
    ]);
    expect(shortened).toBe(2);
    expect(cueProblems(cues)).toEqual([null, null]);
  });

  it('with broken times or empty cues says how many were left out', () => {
    const file =
      'WEBVTT\n\n00:09.000 --> 00:01.000\nx\n\nxx --> yy\nx\n\n00:01.000 --> 00:02.000\n\n00:03.000 --> 00:04.000\nfica';
    expect(cuesOf(file)).toMatchObject({ skipped: 3, cues: [{ text: 'fica' }] });
    expect(readCaptions('nada disso')).toEqual({ problem: 'nothing' });
  });

  it('that is hostile carries no markup through, and is refused above the limits', () => {
    const evil =
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script><img src=x onerror=alert(1)>oi\u202e\u0000';
    const { cues } = cuesOf(evil);
    expect(cues).toEqual([{ start: 1000, end: 2000, text: 'alert(1)oi' }]);
    expect(cueMarkup({ start: 0, end: 1, text: '<b>&</b>' })).toBe('&lt;b&gt;&amp;&lt;/b&gt;');
    const many = Array.from({ length: 100_000 }, (_, at) => `${writeCueTime(at)} --> ${writeCueTime(at + 1)}\nx\n`);
    expect(readCaptions(many.slice(0, 60_000).join('\n'))).toEqual({ problem: 'too_many' });
    expect(readCaptions(many.join('\n'))).toEqual({ problem: 'too_large' });
    expect(readCaptions(`WEBVTT\n\n${'<'.repeat(2_000_000)}`)).toEqual({ problem: 'nothing' });
    expect(readCaptions(`${'-->'.repeat(600_000)}`)).toEqual({ problem: 'nothing' });
    expect(cuesOf(many.slice(0, CUES_MAX).join('\n')).cues).toHaveLength(CUES_MAX);
  });

  it('that the product writes is read back whole', () => {
    const cues: Cue[] = [
      { start: 0, end: 1500, text: 'a < b && c > d' },
      { start: 3_600_000, end: 3_661_001, text: 'duas\nlinhas' },
    ];
    expect(writeVtt(cues)).toContain('01:00:00.000 --> 01:01:01.001');
    expect(cuesOf(writeVtt(cues)).cues).toEqual(cues);
  });
});

describe('a cue', () => {
  it('has its times read and written in minutes, with hours where there are any', () => {
    expect(['00:41.2', '1:02:03,045', '75:00', '00:61.0', 'x', '30:00:00'].map(parseCueTime)).toEqual([
      41_200,
      3_723_045,
      4_500_000,
      null,
      null,
      null,
    ]);
    expect([0, 41_200, 3_723_045].map(writeCueTime)).toEqual(['00:00.000', '00:41.200', '1:02:03.045']);
  });

  it('is marked where it overlaps, ends before it begins, is empty or cannot be read in its time', () => {
    const cues = [
      { start: 0, end: 1000, text: 'curta' },
      { start: 900, end: 2000, text: 'cedo demais' },
      { start: 3000, end: 3000, text: 'x' },
      { start: 4000, end: 5000, text: ' ' },
      { start: 6000, end: 7000, text: 'vinte e uma letras ao todo aqui' },
    ];
    expect(cueProblems(cues)).toEqual([null, 'overlap', 'backwards', 'empty', 'fast']);
    expect(lettersPerSecond({ start: 0, end: 2000, text: 'x'.repeat(40) })).toBe(20);
  });

  it('is found by the moment at which it is spoken', () => {
    const cues = [1000, 2000, 5000].map((start) => ({ start, end: start + 500, text: 'x' }));
    expect([0, 1000, 1999, 2000, 9000].map((ms) => cueAt(cues, ms))).toEqual([-1, 0, 0, 1, 2]);
    expect(cueAt([], 5)).toBe(-1);
  });
});
