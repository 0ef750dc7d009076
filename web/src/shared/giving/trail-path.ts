/** Query parameter of the coin trail with the number of the line that is marked. */
export const LINE_PARAMETER = 'line';

/** Returns the path of a campaign's coin trail. */
export const getTrailPath = (crowdfundingId: string): string => `/crowdfundings/${crowdfundingId}/coins`;

/** Returns the path of one line of a campaign's coin trail. */
export const getTrailLinePath = (crowdfundingId: string, sequence: number): string =>
  `${getTrailPath(crowdfundingId)}?${LINE_PARAMETER}=${sequence}`;
