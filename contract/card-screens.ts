/** Paths of cards. They are apart from `screens`, which every first screen loads. */
export const cardScreens = {
  list: '/cards',
  sets: '/teacher/card-sets',
  anki: '/cards/anki',
  ankiImport: (id: number) => `/cards/anki/${id}`,
};
