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
  {
    call: 'getSystemState',
    difference: /^\.(?:version|startedAt|pool\.\w+): /,
    why: 'each process says its own version, start and connections',
  },
  {
    call: 'getExamMap',
    difference: /^\.(?:littleEvidence|toGain|subjects\[\d+\].*\.(?:points|gain|mastery|answers|count)): /,
    why: 'a topic is judged by different questions, and a gain is counted in points of the exam',
  },
  {
    call: 'getMapTopic',
    difference: /^\.topic\.(?:points|gain|mastery|answers|evidence): /,
    why: 'a topic is judged by different questions, and a gain is counted in points of the exam',
  },
  {
    call: 'getClassMap',
    difference: /^(?:\.subjects\[\d+\]\.topics\[\d+\]\.(?:students|mastery|weak)|\.needLesson\[\d+\]\.\w+): /,
    why: 'a topic counts for a student from four different questions on',
  },
  {
    call: 'getStudyPlan',
    difference: /^\.today\.items\[\d+\]\.worth\./,
    why: 'what an item is worth follows the map',
  },
  {
    call: 'getStudyPlan',
    difference: /^\.days\[\d+\]\.(?:minutes|items)\b/,
    why: 'the next days are planned at each request and follow the map; today is not',
  },
  {
    call: 'getStudyPlan',
    difference: /^\.(?:minutesLeft|leftOver\.(?:items|minutes)|hoursForAll): /,
    why: 'a topic is practised until enough different questions of it were answered; 0.9.0 counted repeats, too',
  },
  {
    call: 'getReviewForecast',
    difference: /\.(?:mean|low|high|questions): /,
    why: 'a right guess no longer counts as knowledge',
  },
  {
    call: 'getFirstSteps',
    difference: /^\.people\.(?:students|teachers): /,
    why: 'people of the example school no longer count as students of the school',
  },
  {
    call: 'listAuditEvents',
    difference: /^\[\d+\]\.subjectName: null became "/,
    why: 'the audit names what an action was about',
  },
  {
    call: 'exportAuditEvents',
    difference: /^: "\S*Quando;.* became "\S*Quando;/,
    why: 'the audit names what an action was about',
  },
  {
    call: 'exportData',
    difference: /^\.dados\.question_lists\[\d+\]\.correct: \d+ became null$/,
    why: 'today leaves out a count that could reveal a key; 0.9.0 exports a table that it does not know as it is',
  },
];

export const isOnPurpose = (call: string, difference: string): boolean =>
  known.some((one) => one.call === call && one.difference.test(difference));
