/** Query parameter for the number of the marked line in a coin trail. */
export const LINE_PARAMETER = 'line';

/** Returns the path of a campaign's coin trail. */
export const getTrailPath = (crowdfundingId: string): string =>
  `/crowdfundings/${encodeURIComponent(crowdfundingId)}/coins`;

/** Returns the path of a line in a campaign's coin trail. */
export const getTrailLinePath = (crowdfundingId: string, sequence: number): string =>
  `${getTrailPath(crowdfundingId)}?${LINE_PARAMETER}=${sequence}`;
