import { readFileSync } from 'node:fs';

/** The account of a uid; undefined in a container that runs under a number without a name. */
export function accountNamed(uid: number): { name: string; home: string } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((text) => text.split(':'))
    .find((fields) => fields[2] === String(uid));
  return line?.[0] ? { name: line[0], home: line[5] ?? '/' } : undefined;
}
