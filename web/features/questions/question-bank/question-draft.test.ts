import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlOf, isPlainHtml, textOfHtml } from '#web/editor/plain-html.ts';
import { isSame } from '#web/lib/merge.ts';
import { faultsOf, inFormat, inputOf, newQuestion, rekeyed } from './question-draft.ts';

const question = () => {
  const made = newQuestion();
  made.questionText = 'Qual?';
  Object.assign(made.options[0] ?? {}, { optionText: 'Um', isCorrect: true });
  Object.assign(made.options[1] ?? {}, { optionText: 'Dois' });
  return made;
};

describe('a question being written', () => {
  it('leaves out options that were never filled in', () => {
    expect(inputOf(question()).options).toEqual([
      { optionText: 'Um', comment: '', isCorrect: true },
      { optionText: 'Dois', comment: '', isCorrect: false },
    ]);
    expect(faultsOf(question())).toEqual({});
  });

  it('comes back from the browser with keys that no new option takes', () => {
    const kept = question();
    const back = rekeyed(kept);
    expect(isSame(back, kept)).toBe(true);
    expect(back.options.map(({ key }) => key)).not.toEqual(kept.options.map(({ key }) => key));
    expect(isSame({ ...kept, topic: 'Crase' }, kept)).toBe(false);
  });

  it('lists the fields that are missing or wrong in a question', () => {
    expect(faultsOf(newQuestion())).toEqual({
      questionText: 'Escreva o enunciado.',
      options: 'Use de 2 a 6 alternativas.',
    });
    const same = question();
    Object.assign(same.options[1] ?? {}, { optionText: ' um' });
    expect(faultsOf(same).options).toBe('Há duas alternativas iguais.');
    const none = question();
    Object.assign(none.options[0] ?? {}, { isCorrect: false });
    expect(faultsOf(none).options).toBe('Marque a alternativa certa.');
    const blank = question();
    Object.assign(blank.options[2] ?? {}, { comment: 'sobra' });
    expect(faultsOf(blank).options).toBe('Há uma alternativa sem texto.');
  });
});

describe('plain and formatted', () => {
  it('plain text is unchanged after the round trip', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '<b>', '&', '\n', '\n\n', ' x ', '"', '&lt;')), (parts) => {
        const text = textOfHtml(htmlOf(parts.join('')));
        expect(textOfHtml(htmlOf(text))).toBe(text);
        expect(isPlainHtml(htmlOf(text))).toBe(true);
      }),
    );
    expect(textOfHtml(htmlOf('1 < 2 & 3\nlinha\n\nparágrafo'))).toBe('1 < 2 & 3\nlinha\n\nparágrafo');
  });

  it('knows what plain text cannot hold', () => {
    expect(isPlainHtml('<p>a<br />b</p>')).toBe(true);
    for (const html of ['<b>a</b>', '<img src="x">', '<p class="note">a</p>', '<ul><li>a</li></ul>']) {
      expect(isPlainHtml(html), html).toBe(false);
    }
    expect(inFormat({ ...question(), format: 'html', questionText: '<p><b>a</b></p>' }, 'plain').questionText).toBe(
      'a',
    );
  });
});
