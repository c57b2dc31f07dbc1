import type { MailGroup } from '#contract/mails.ts';
import type { Letter } from './letter.ts';

/**
 * A kind of e-mail. The sent e-mail and the owner's preview come from the same `write`, once with the facts of `find`
 * and once with an example.
 */
export type MailKind<Data extends Record<string, unknown>, Facts> = {
  group: MailGroup;
  /** When it is sent, as the page of all e-mails describes it. */
  when: string;
  /**
   * Runs in the background when the e-mail is sent, so that the queue stores ids, not secrets; null: there is no longer
   * a reason to send it.
   */
  find(data: Data): Promise<{ to: string; facts: Facts } | null>;
  write(facts: Facts): Letter;
  /** Only jobs of an earlier version have this kind: the page of all e-mails omits it. */
  isRetired?: true;
  /** One for each form of the e-mail, about an invented person. */
  examples: readonly [Facts, ...Facts[]];
};

/** The person of every example. */
export const examplePerson = { firstName: 'Maria', username: 'maria.souza', email: 'maria@exemplo.com.br' };
