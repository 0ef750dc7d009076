/**
 * Wraps a parameter of a named statement so that the planner cannot see its value. Otherwise, PostgreSQL plans the
 * statement again for each call if a value, such as a page start or array length, makes a custom plan look slightly
 * cheaper. Planning can take longer than execution.
 */
export const opaqueParameter = (parameter: string, type: string): string => `(SELECT ${parameter}::${type})`;
