/** Devices of an amendment that one answer lists. */
export const LAW_CHANGE_DEVICES_SHOWN = 400;
export const LAW_CHANGES_SHOWN = 50;
export const LAW_CHANGE_ITEMS_PAGE = 50;
/** Items that one decision is about. */
export const LAW_DECISION_ITEMS_MAX = 500;
/** How long an amendment and a decision can be undone. */
export const LAW_CHANGE_DAYS = 7;
/** An amendment that revokes a larger share of the devices in force is applied only with a confirmation. */
export const LAW_CHANGE_REVOKED_SHARE = 0.2;
/** Questions that a decision did not change, by number. */
export const LAW_LEFT_SHOWN = 50;
/** Texts whose citations are still being read are counted up to this number. */
export const LAW_UNREAD_COUNTED = 1000;
/** Students who marked what an amendment changed are counted up to this number. */
export const LAW_MARKERS_COUNTED = 10_000;
