import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { FilePicker } from './file-picker.tsx';

function Picker({ onFile, hidden }: { onFile: (file: File) => void; hidden?: boolean }) {
  const ref = useRef<HTMLInputElement>(null);
  return <FilePicker ref={ref} label="Extrato" accept=".csv" hidden={hidden} onFile={onFile} />;
}

const input = () => screen.getByLabelText<HTMLInputElement>('Extrato');

it('the same file can be chosen twice, and no file is no choice', async () => {
  const chosen: File[] = [];
  const { user } = renderInApp(<Picker onFile={(file) => chosen.push(file)} />);
  const file = new File(['a'], 'extrato.csv');
  await user.upload(input(), file);
  await user.upload(input(), file);
  expect(chosen).toEqual([file, file]);
  expect(input().value).toBe('');
  await user.upload(input(), []);
  expect(chosen).toHaveLength(2);
});

it('the keyboard skips it, also where a screen reader finds it', () => {
  renderInApp(<Picker onFile={() => undefined} />);
  expect(input().tabIndex).toBe(-1);
  expect(input().className).toBe('sr-only');
  expect(input().hidden).toBe(false);
});

it('a hidden one is not shown to anybody', () => {
  renderInApp(<Picker hidden onFile={() => undefined} />);
  expect(input().hidden).toBe(true);
});
