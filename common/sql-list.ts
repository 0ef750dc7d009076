/** Returns SQL string literals separated by commas, for `IN (…)`. The values must be constants without quotes. */
export const toSqlList = (values: readonly string[]): string =>
  values.map((value) => `'${value}'`).join(', ');
