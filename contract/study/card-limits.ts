/** Cards of one student. */
export const CARDS_MAX = 25_000;
/** Letters of one side. */
export const CARD_TEXT_MAX = 4000;
export const CARD_HINT_MAX = 200;
export const CARD_DECK_MAX = 120;
export const CARD_SOURCE_MAX = 200;
export const CARD_TAGS_MAX = 20;
export const CARD_TAG_MAX = 60;
/** The highest number of a gap. */
export const CARD_GAPS_MAX = 500;
/** Headings that one answer lists. */
export const CARD_TOPICS_MAX = 1000;
/** Pictures that one student may upload, used or not. */
export const CARD_PICTURES_MAX = 3000;
/** Cards of one set, and sets of one course. */
export const CARD_SET_CARDS_MAX = 500;
export const CARD_SETS_OF_COURSE_MAX = 50;
export const CARD_SET_TITLE_MAX = 120;
/** Sets that one answer lists. */
export const CARD_SETS_SHOWN = 500;
