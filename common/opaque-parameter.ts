/**
 * Wraps a parameter of a named statement so that the planner cannot use its value. Otherwise PostgreSQL plans the
 * statement again for every call when a value, such as a page start or an array length, makes a custom plan look
 * slightly cheaper; planning can take longer than execution.
 */
export const opaqueParameter = (parameter: string, type: string): string => `(SELECT ${parameter}::${type})`;
