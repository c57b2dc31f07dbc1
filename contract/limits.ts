import { DAY_MS } from './time.ts';

/** The business constants of the specification, each named once. */

export const USERNAME_MAX = 60;
export const NAME_MAX = 100;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;
/** Codes of an authenticator app and recovery codes, as typed. */
export const CODE_MAX = 40;
export const PASSKEY_NAME_MAX = 60;
export const PASSKEYS_MAX = 20;

export const LIST_LIMIT_DEFAULT = 1000;
export const LIST_LIMIT_MAX = 1000;

export const JSON_BODY_LIMIT = 64 * 1024;

export const SUBJECT_NAME_MAX = 100;
export const LESSON_TITLE_MAX = 200;
/** A lesson's HTML, in bytes of UTF-8. */
export const LESSON_HTML_MAX_BYTES = 1024 * 1024;
/** The same as JSON: a character may travel as six. */
export const LESSON_BODY_LIMIT = 6 * LESSON_HTML_MAX_BYTES + JSON_BODY_LIMIT;
export const DOCX_MAX_BYTES = 20 * 1024 * 1024;
/** Pictures of one Word file. */
export const DOCX_MAX_IMAGES = 60;
export const LESSON_RESTORE_DAYS = 30;
/** Kept of one lesson: what it and its draft said before. */
export const LESSON_VERSIONS_MAX = 60;
/** How far ahead a lesson may be given its time. */
export const LESSON_SCHEDULE_MAX_MS = 366 * DAY_MS;
/** How often an open page says that it has a lesson, and after how long it counts as left. */
export const LESSON_PRESENCE_EVERY_MS = 15_000;
export const LESSON_PRESENCE_LASTS_MS = 45_000;
/** Per lesson or course. */
export const ATTACHMENTS_MAX = 30;
export const ATTACHMENT_NAME_MAX = 200;
/** Questions at the end of a lesson: chosen by its author, or this number at random. */
export const LESSON_QUESTIONS_MIN = 2;
export const LESSON_QUESTIONS_MAX = 5;
export const LESSON_QUESTIONS_DRAWN = 3;
/** A passage that a reader marks, what is kept of the text on either side of it, and the reader's own words. */
export const ANNOTATION_QUOTE_MAX = 4000;
export const ANNOTATION_CONTEXT = 64;
export const ANNOTATION_NOTE_MAX = 5000;
/** Per reader. */
export const ANNOTATIONS_MAX = 5000;
/** Per reader and lesson. */
export const ANNOTATIONS_IN_LESSON_MAX = 500;
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
/** Signed addresses of stores are long. */
export const IMAGE_ADDRESS_MAX = 4000;

/** Between the password and the code of a login, and for setting a second factor up. */
export const SECOND_FACTOR_MINUTES = 5;
/** How long a fresh proof of who one is holds for the calls that ask for one. */
export const FRESH_PROOF_MINUTES = 15;
export const REDIRECT_TEACHER_DENIED_MS = 500;
export const REDIRECT_ADMIN_DENIED_MS = 1000;
export const REDIRECT_UNAUTHORIZED_MS = 500;
export const REDIRECT_TO_PAYMENT_MS = 1500;

export const REDIRECT_APPROVED_MS = 3000;

export const PROOF_MAX_BYTES = 5 * 1024 * 1024;
/** Since the last decision. */
export const PROOFS_PER_SENDER_MAX = 5;
export const PROOFS_IN_ALL_MAX = 50;
/** The share of them for senders without the payment's cookie or session, all together; the rest is the student's. */
export const PROOFS_OF_STRANGERS_MAX = 25;
export const REJECTION_REASON_MAX = 1000;
/** How long an approval can be undone without a reason; its e-mail waits as long. */
export const APPROVAL_UNDO_MS = 10_000;
/** Days after the approval in which the money may be asked back without a reason, until the end of the last. */
export const REFUND_DAYS = 7;
/** Working days in which a refund that was asked for is carried out. */
export const REFUND_WORKING_DAYS = 5;
export const END_TO_END_ID_MAX = 64;
export const OFFICE_NOTE_MAX = 1000;
export const OFFER_NAME_MAX = 100;
export const OFFER_COURSES_MAX = 100;
/** Hours for which an unpaid order reserves its use of a limited coupon: what a school may choose, and the default. */
export const COUPON_HOURS_MAX = 720;
export const COUPON_HOURS_DEFAULT = 72;
/** Hours and days after which an unpaid order is reminded of; 0: no reminder. */
export const REMINDER_HOURS_MAX = 168;
export const REMINDER_HOURS_DEFAULT = 24;
export const REMINDER_DAYS_MAX = 60;
export const REMINDER_DAYS_DEFAULT = 3;
/** How a card pays unless the school says otherwise: 12 instalments of 10 % of the PIX price, 35640 cents of 29700. */
export const CARD_INSTALMENTS = { count: 12, percent: 10 };
/** The largest price: a million reais. */
export const CENTS_MAX = 100_000_000;
export const COUNT_MAX = 1_000_000;
/** A bank statement: its file, and how many entries are read of one. */
export const STATEMENT_MAX_BYTES = 10 * 1024 * 1024;
export const STATEMENT_ENTRIES_MAX = 20_000;
export const STATEMENT_PAGE = 50;
export const STATEMENT_PAGE_MAX = 200;
export const PAYMENT_POLL_MS = 30_000;
/** The light call, while a provider's charge is open. */
export const CHARGE_POLL_MS = 3000;
export const COPIED_MS = 3000;

/** Version of the terms and the privacy policy that a registration accepts. */
export const TERMS_VERSION = '2026-11-15';

/** Letters of a search. */
export const SEARCH_MAX = 200;

/** Per person; the oldest is removed. */
export const PUSH_DEVICES_MAX = 10;
/** The address that a browser hands out. */
export const PUSH_ENDPOINT_MAX = 1500;
export const NOTIFICATIONS_PAGE = 20;
export const NOTIFICATIONS_PAGE_MAX = 100;
/** The bell counts no further. */
export const UNREAD_COUNTED_MAX = 100;
export const DEFAULT_PASSING_SCORE = 70;
export const QUIZ_TITLE_MAX = 200;
export const QUIZ_DESCRIPTION_MAX = 5000;
export const QUIZ_STATEMENT_MAX = 10_000;
export const BASE_TEXT_MAX = 40_000;
export const BASE_TEXT_TITLE_MAX = 120;
export const QUIZ_OPTION_MAX = 2000;
export const QUIZ_COMMENT_MAX = 5000;
export const QUIZ_QUESTIONS_MAX = 200;
export const QUIZ_OPTIONS_MIN = 2;
export const QUIZ_OPTIONS_MAX = 6;
export const QUIZ_BODY_LIMIT = 4 * 1024 * 1024;
/** Minutes. */
export const TIME_LIMIT_MAX = 1440;
/** A pass counts for a certificate when its attempt began at least this long after its student last opened the key. */
export const KEY_COOLDOWN_MS = DAY_MS;
/** Under this many seconds the countdown turns red. */
export const TIMER_RED_SECONDS = 300;
/** Attempts shown on the quiz page. */
export const QUIZ_PAGE_ATTEMPTS = 5;
/** Weekly quizzes that are made at once. */
export const SERIES_MAX = 12;
/** How often a page can be said to have been left. */
export const LEAVES_MAX = 10_000;
/** From this number of attempts on, an annulment regrades them in the background. */
export const REGRADE_AT_ONCE_MAX = 2000;
/** Minutes for the answer card, after the time of the exam. */
export const ANSWER_CARD_MINUTES_MAX = 120;
/** With fewer people a ranking would reveal who is who. */
export const RANKING_FROM = 10;
/** Points of a rule, and the weight of a subject. */
export const RULE_POINTS_MAX = 1000;
export const RULE_NAME_MAX = 80;
export const RULE_SUBJECTS_MAX = 50;
export const RULE_BLOCKS_MAX = 20;
export const COURSE_TITLE_MAX = 200;
export const COURSE_DESCRIPTION_MAX = 5000;
/** Minutes. */
export const COURSE_DURATION_MAX = 60_000;
export const COURSE_ITEMS_MAX = 300;
export const COURSE_MODULE_MAX = 120;
export const RATING_MAX = 5;
export const DASHBOARD_COURSES = 3;
export const DASHBOARD_ATTEMPTS = 5;
/** A quiz without a limit takes about this long for each question. */
export const MINUTES_PER_QUESTION = 3;
export const WEEKLY_GOAL_DEFAULT_HOURS = 10;
export const WEEKLY_GOAL_MAX_HOURS = 100;

export const BANK_PAGE = 50;
export const BANK_PAGE_MAX = 200;
export const QUESTION_LABEL_MAX = 120;
/** Per subject, subtopics included. */
export const TOPICS_MAX = 2_000;
/** Texts for topics that an import asks about. */
export const IMPORT_TOPICS_SHOWN = 200;
export const QUESTION_REASON_MAX = 500;
/** What a student writes beside a report, and what its author answers. */
export const REPORT_NOTE_MAX = 1000;
/** A student's doubt, and its answer. */
export const DOUBT_MAX = 2000;
export const DOUBTS_PER_DAY = 10;
/** Named one by one in a change or an export; a search may find as many as a file holds. */
export const QUESTIONS_CHOSEN_MAX = 1000;
export const QUESTION_CHANGE_DAYS = 7;
export const QUESTION_FILE_MAX_BYTES = 20 * 1024 * 1024;
export const QUESTION_FILE_MAX_QUESTIONS = 10_000;
/** Questions that one import takes: as many as a spreadsheet has rows. */
export const QUESTION_IMPORT_MAX_QUESTIONS = 50_000;
/** Pictures that one file of questions may carry. */
export const QUESTION_FILE_MAX_IMAGES = 200;
/** Limits of a PDF that the server reads: an exam, its answer sheet. */
export const PDF_MAX_PAGES = 100;
/** Pages whose text is recognised in pictures, some seconds each: of one exam, and in one request. */
export const SCAN_PAGES_MAX = 60;
export const SCAN_AT_ONCE_MAX = 4;
export const PDF_MAX_BYTES = 60 * 1024 * 1024;
export const QUESTION_PAIRS_PAGE_MAX = 30;
/** Characters of a pasted answer sheet: four types of 200 questions have some 8,000. */
export const IMPORT_KEYS_MAX = 40_000;
/** Pieces of lines that one question of an exam is read from. */
export const IMPORT_PIECES_MAX = 600;
export const KEY_FILE_MAX_BYTES = 10 * 1024 * 1024;
export const IMPORT_COLUMNS_MAX = 200;
export const QUESTION_TAG_MAX = 40;
export const QUESTION_TAGS_MAX = 20;
/** Searches of the bank that one author keeps. */
export const QUESTION_FILTERS_MAX = 50;
export const QUESTION_FILTER_NAME_MAX = 60;
export const QUIZ_DRAWS_MAX = 20;
/** How many students must have answered before the shares of the alternatives show. */
export const SHARES_FROM = 10;
export const PRACTICE_QUESTIONS_MAX = 50;
/** Topics or sources that one practice may be chosen by, and sources that are offered. */
export const PRACTICE_CHOICES_MAX = 40;
/** A comment of a student below a question. */
export const COMMENT_MAX = 1000;
export const COMMENTS_PER_DAY = 40;
export const COMMENT_EDIT_MINUTES = 15;
/** Reports of different people that hide a comment until a teacher decides. */
export const COMMENT_REPORTS_TO_HIDE = 3;
/** Words that a school holds back, separated by commas. */
export const COMMENT_WORDS_MAX = 2000;
/** Lists of questions (cadernos): how many a person has, how many questions one has, and how many a page shows. */
export const QUESTION_LISTS_MAX = 200;
export const QUESTION_LIST_QUESTIONS_MAX = 5000;
export const QUESTION_LIST_NAME_MAX = 80;
export const QUESTION_LIST_PAGE = 50;
/** Questions that one call may add. */
export const QUESTION_LIST_ADD_MAX = 200;
/** Questions of one printed booklet. */
export const QUESTION_LIST_PRINT_MAX = 100;
/** Courses that one list may be offered to. */
export const QUESTION_LIST_COURSES_MAX = 50;
/** What a visitor may try before paying. */
export const TRIAL_QUESTIONS = 5;
/** A page for everybody stays light: the lesson's HTML in bytes of UTF-8. */
export const TRIAL_LESSON_MAX_BYTES = 200 * 1024;
export const EXAM_NAME_MAX = 120;
export const EXAM_LINK_MAX = 500;
export const SYLLABUS_SUBJECTS_MAX = 40;
/** Per syllabus, subtopics included. */
export const SYLLABUS_TOPICS_MAX = 800;
/** A wrong answer of an exam costs at most this many right ones. */
export const WRONG_POINTS_MOST = 10;
/** An edital's programme as it is pasted. */
export const SYLLABUS_TEXT_MAX = 100_000;
export const SYLLABUS_BODY_MAX = 512 * 1024;

export const REPORT_PAGE = 50;
export const REPORT_PAGE_MAX = 500;
/** Days without study after which a student counts as having stopped. */
export const STOPPED_AFTER_DAYS = 14;

export const IMAGE_ALT_MAX = 300;
export const MEDIA_PAGE = 24;
export const MEDIA_PAGE_MAX = 100;

export const SCHOOL_NAME_MAX = 80;
export const SCHOOL_SLOGAN_MAX = 160;
export const COMPANY_ID_MAX = 40;
export const WEB_ADDRESS_MAX = 300;
/** Set by the PIX standard. */
export const PIX_KEY_MAX = 77;
export const PIX_MERCHANT_NAME_MAX = 25;
export const PIX_MERCHANT_CITY_MAX = 15;
export const SETTING_CHANGES_SHOWN = 100;

/** Videos and recordings of one lesson, and of one person on their way at once. */
export const RECORDINGS_MAX = 20;
export const RECORDING_UPLOADS_MAX = 10;
export const RECORDING_TITLE_MAX = 200;
/** The most bytes of a recording in one answer to a range request. Downloads are stored in chunks of this size. */
export const RECORDING_CHUNK_BYTES = 4 * 1024 * 1024;

/** Questions of one day's review, at most. */
export const REVIEW_QUESTIONS_MAX = 20;
export const MISTAKE_NOTE_MAX = 2000;
export const MISTAKES_PAGE = 50;
/** Mistakes that are trained again in one go. */
export const MISTAKES_AT_ONCE = 10;
/** Right on as many different days, a question leaves the error notebook. */
export const RIGHT_DAYS_TO_LEAVE = 2;

/**
 * A topic fades when the expected recall of a class falls below this share within these days. Not computed for fewer
 * students.
 */
export const FADING_BELOW = 0.7;
export const FADING_DAYS = 7;
export const FADING_STUDENTS_MIN = 10;

/** How long downloaded lessons and questions stay usable after the last contact with the server. */
export const OFFLINE_LEASE_DAYS = 14;
/** Lessons whose questions are asked for at once, and things done without a network that are sent at once. */
export const OFFLINE_LESSONS_AT_ONCE = 20;
export const OFFLINE_SENT_AT_ONCE = 50;

/**
 * The expected score is withdrawn from students while the upper 99 % bound of the share of results within its interval
 * is below this, over at least this many results of different students.
 */
export const SCORE_COVERAGE_LEAST = 0.75;
export const SCORE_RESULTS_LEAST = 50;
