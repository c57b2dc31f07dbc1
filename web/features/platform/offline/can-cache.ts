/** Window event: this browser can now store data for the user who is logged in. */
export const CAN_CACHE = 'can-keep';
