/** Paths of laws. They are apart from `screens`, which every first screen loads. */
export const lawScreens = {
  taking: '/teacher/laws',
  list: '/laws',
  law: (id: number) => `/laws/${id}`,
  article: (id: number, article: string) => `/laws/${id}/${article}`,
  /** The amendments of a law, and a new one. */
  changes: (id: number) => `/admin/laws/${id}/changes`,
  change: (id: number) => `/admin/law-changes/${id}`,
};
