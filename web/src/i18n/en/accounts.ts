export const texts = {} as const;
