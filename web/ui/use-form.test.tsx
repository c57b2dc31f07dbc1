import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, failure } from '#web/lib/api.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { useForm } from './use-form.ts';

const body = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Dê um nome.'), z.maxLength(5, 'No máximo 5 letras.')),
  hours: z.number('Informe as horas.').check(z.gte(1, 'Pelo menos 1 hora.')),
});

type Options = Parameters<typeof useForm<{ name: string; hours: string }, z.output<typeof body>>>[0];

function open(wishes: Partial<Options> = {}) {
  const onSubmit = vi.fn();
  const onWrong = vi.fn();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  let form: ReturnType<typeof useForm<{ name: string; hours: string }, z.output<typeof body>>>;
  function Part() {
    form = useForm({
      initial: { name: '', hours: '' },
      schema: body,
      bodyOf: ({ name, hours }) => ({ name, hours: hours === '' ? Number.NaN : Number(hours) }),
      onSubmit,
      onWrong,
      ...wishes,
    });
    return (
      <form {...form.props}>
        <Field label="Nome" error={form.errors.name}>
          <Input {...form.field('name')} />
        </Field>
        <Field label="Horas" error={form.errors.hours}>
          <Input {...form.field('hours')} />
        </Field>
        <button type="submit">Enviar</button>
        <button type="button" onClick={() => form.reset()}>
          Limpar
        </button>
        <button type="button" onClick={() => form.refused(refusal)}>
          Recusar
        </button>
      </form>
    );
  }
  const { user } = renderInApp(<Part />);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { user, onSubmit, onWrong, field, press, scrolled };
}

const refusal = failure(
  400,
  '',
  JSON.stringify({ code: 'bad_request', message: 'Não.', requestId: '1', fields: { hours: 'Horas demais.' } }),
);

/** What a screen reader announces for the focused field. */
function readOut(): string {
  const { activeElement } = document;
  const ids = activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

describe('a submit that the contract refuses', () => {
  test('sends nothing and focuses the first invalid field, whose error is announced', async () => {
    const { user, field, press, onSubmit, onWrong, scrolled } = open();
    await user.type(field('Nome'), 'Ana');
    await press('Enviar');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onWrong).toHaveBeenCalledWith({ hours: 'Informe as horas.' }, { name: 'Ana', hours: '' });
    expect(document.activeElement).toBe(field('Horas'));
    expect(scrolled.mock.contexts.at(-1)).toBe(field('Horas'));
    expect(readOut()).toBe('Informe as horas.');
    expect(field('Nome').getAttribute('aria-invalid')).toBeNull();
  });

  test('focuses the first field in page order and shows the first error of each', async () => {
    const { field, press } = open({ initial: { name: 'comprido', hours: '0' } });
    await press('Enviar');
    expect(document.activeElement).toBe(field('Nome'));
    expect([screen.getByText('No máximo 5 letras.'), screen.getByText('Pelo menos 1 hora.')]).toHaveLength(2);
  });

  test('focuses the same field again when nothing was corrected', async () => {
    const { field, press } = open();
    await press('Enviar');
    field('Horas').focus();
    await press('Enviar');
    expect(document.activeElement).toBe(field('Nome'));
  });

  test('clears the error of a field that is being corrected and keeps the others', async () => {
    const { user, field, press } = open();
    await press('Enviar');
    await user.type(field('Nome'), 'A');
    expect(screen.queryByText('Dê um nome.')).toBeNull();
    expect(screen.getByText('Informe as horas.')).toBeTruthy();
  });
});

test('valid values are sent as the contract parses them: trimmed, numbers as numbers', async () => {
  const { user, field, onSubmit, onWrong } = open();
  await user.type(field('Nome'), ' Ana ');
  await user.type(field('Horas'), '7{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'Ana', hours: 7 }, { name: ' Ana ', hours: '7' });
  expect(onWrong).not.toHaveBeenCalled();
});

test('an error that only the form knows prevents the submit', async () => {
  const { field, press, onSubmit } = open({
    initial: { name: 'Ana', hours: '7' },
    adjust: (errors, { name }) => (name === 'Ana' ? { ...errors, name: 'Outra vez não.' } : errors),
  });
  await press('Enviar');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field('Nome'));
});

test('a field error of the server is shown at the field, which takes the focus', async () => {
  const { field, press } = open({ initial: { name: 'Ana', hours: '99' } });
  await press('Recusar');
  expect(document.activeElement).toBe(field('Horas'));
  expect(readOut()).toBe('Horas demais.');
});

test('a refusal without a field is left to the caller', () => {
  let told: boolean | undefined;
  function Part() {
    const form = useForm({ initial: { name: '' }, schema: body, onSubmit: () => undefined });
    told ??= form.refused(new ApiError(503, 'Tente de novo.', null));
    return null;
  }
  renderInApp(<Part />);
  expect(told).toBe(false);
});

test('a reset form is empty and has no errors', async () => {
  const { user, field, press } = open();
  await user.type(field('Nome'), 'Ana');
  await press('Enviar');
  await press('Limpar');
  expect([field('Nome').value, field('Horas').value]).toEqual(['', '']);
  expect(screen.queryByText('Informe as horas.')).toBeNull();
});

describe('a lazily loaded schema', () => {
  test('is loaded at the first focus and validates what was typed meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof body>();
    const schema = vi.fn(() => promise);
    const { user, field, press, onSubmit, onWrong } = open({ schema });
    expect(schema).not.toHaveBeenCalled();
    await user.type(field('Nome'), 'Ana');
    expect(schema).toHaveBeenCalled();
    await press('Enviar');
    await press('Enviar');
    expect([onSubmit.mock.calls.length, onWrong.mock.calls.length]).toEqual([0, 0]);
    resolve(body);
    expect(await screen.findByText('Informe as horas.')).toBeTruthy();
    // Pressed twice, shown once.
    expect([onSubmit.mock.calls.length, onWrong.mock.calls.length]).toEqual([0, 1]);
    await user.type(field('Horas'), '2');
    await press('Enviar');
    await vi.waitFor(() =>
      expect(onSubmit).toHaveBeenCalledWith({ name: 'Ana', hours: 2 }, { name: 'Ana', hours: '2' }),
    );
  });

  test('leaves the validation to the server when it fails to load', async () => {
    const { user, field, press, onSubmit } = open({ schema: () => Promise.reject(new Error('Gone.')) });
    await user.type(field('Nome'), 'Ana');
    await press('Enviar');
    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  });
});
