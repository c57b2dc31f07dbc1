/** Differences between 0.9.0 and today that are meant, by call and path, with their reason. */
const known: { call: string; difference: RegExp; why: string }[] = [
  {
    call: 'listNotificationChoices',
    difference: /^: 12 items became 15$/,
    why: 'replies to comments, decided exam time and changed laws are new kinds of notification',
  },
  {
    call: 'listNotifications',
    difference: /\.kind: "new_content" became "comment_replied"$/,
    why: 'a kind that 0.9.0 does not know is shown with the picture of another',
  },
  {
    call: 'exportQuestions',
    difference: /^: "\S*enunciado;.* became "\S*enunciado;/,
    why: 'the spreadsheet has columns for the organ and the post',
  },
  {
    call: 'getImportTemplate',
    difference: /^: "\S*enunciado;.* became "\S*enunciado;/,
    why: 'the spreadsheet has columns for the organ and the post',
  },
  { call: 'getSystemState', difference: /^\.(?:version|startedAt): /, why: 'each process says its own' },
  {
    call: 'exportData',
    difference: /^\.dados\.question_lists\[\d+\]\.correct: \d+ became null$/,
    why: 'today leaves out a count that could reveal a key; 0.9.0 exports a table that it does not know as it is',
  },
];

export const isOnPurpose = (call: string, difference: string): boolean =>
  known.some((one) => one.call === call && one.difference.test(difference));
