const ROBOT_PATTERN =
  /bot\b|bot[/;]|crawl|spider|slurp|preview|facebookexternalhit|embedly|monitoring|pingdom|lighthouse/i;

/** Returns whether a user agent is empty or belongs to a robot. */
export const isRobot = (userAgent: string): boolean => userAgent === '' || ROBOT_PATTERN.test(userAgent);
