/**
 * Processor seconds of a suite: user and system time of its whole process tree. Unlike time by the clock they hardly
 * depend on other work on the machine, so runs can be compared. Nothing is asserted on them.
 */
export type ProcessorSeconds = Record<string, number>;

/**
 * The command inside a shell that writes the times of its children into a file when the command ends. POSIX shells sum
 * them over all descendants that were waited for.
 */
export const timed = (file: string, command: string[]): string[] => [
  '/bin/sh',
  '-c',
  '"$@"; code=$?; times > "$0"; exit "$code"',
  file,
  ...command,
];

/** The second line of `times`, such as `1m2.30s 0m4.05s`: user and system time of the children. Null: not readable. */
export function childSeconds(times: string): number | null {
  const parts = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m(\d+(?:[.,]\d+)?)s/g)];
  if (parts.length !== 2) return null;
  return parts.reduce(
    (total, [, minutes = '0', seconds = '0']) => total + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  );
}

const whole = (seconds: number) => `${Math.round(seconds)} s`;

function comparison(now: number, before: number | undefined): string {
  if (before === undefined || before === 0) return 'no figure recorded';
  const percent = Math.round((now / before - 1) * 100);
  return `recorded ${whole(before)}, ${percent >= 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

/** One line for each suite and one for all that were measured, beside the recorded figures. */
export function processorLines(measured: ProcessorSeconds, recorded: ProcessorSeconds): string[] {
  const names = Object.keys(measured);
  if (names.length === 0) return [];
  const sum = (seconds: ProcessorSeconds) => names.reduce((total, name) => total + (seconds[name] ?? 0), 0);
  const isRecorded = names.every((name) => recorded[name] !== undefined);
  return [
    ...names.map(
      (name) => `  ${name}: ${whole(measured[name] ?? 0)} (${comparison(measured[name] ?? 0, recorded[name])})`,
    ),
    `  in all: ${whole(sum(measured))} (${comparison(sum(measured), isRecorded ? sum(recorded) : undefined)})`,
  ];
}
