import type { MailGroup } from '#contract/mails.ts';
import type { Letter } from './letter.ts';

/**
 * A kind of e-mail. What is sent and what the owner looks at beforehand come from the same `write`, once with what
 * `find` knows and once with an example.
 */
export type MailKind<Data extends Record<string, unknown>, Facts> = {
  group: MailGroup;
  /** When it leaves, as the page of all e-mails says it. */
  when: string;
  /**
   * Runs in the background when the e-mail is sent, so that the queue holds ids, not secrets; null means that there is
   * no longer a reason to send it.
   */
  find(data: Data): Promise<{ to: string; facts: Facts } | null>;
  write(facts: Facts): Letter;
  /** Only jobs of an earlier version are of this kind: the page of all e-mails leaves it out. */
  isRetired?: true;
  /** One for each form of the e-mail, about an invented person. */
  examples: readonly [Facts, ...Facts[]];
};

/** Who every example is about. */
export const examplePerson = { firstName: 'Maria', username: 'maria.souza', email: 'maria@exemplo.com.br' };
