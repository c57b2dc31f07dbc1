/** Words that Portuguese shortens with a full stop: 'art.', 'inc.', 'n.', 'Sr.', 'p.'. */
const abbreviation =
  /(?:^|[\s("“])(?:arts?|incs?|al|alín|par|n|nº|nr|núm|p|pp|págs?|fls?|vol|ed|cap|tít|s?r[as]?s?|sr[as]?s?|dr[as]?s?|prof[as]?|exm[oa]s?|min|des|rel|proc|res|dec|cf|cfr|v|vs|ex|obs|op|ac|av|jan|fev|mar|abr|jun|jul|ago|set|out|nov|dez)\.$/iu;

/** Whether a line ends with the end of a sentence. The full stop of an abbreviation is none. */
export const endsSentence = (text: string): boolean => /[.;?!]["”’)]?$/u.test(text) && !abbreviation.test(text);
