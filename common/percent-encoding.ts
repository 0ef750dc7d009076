/** Returns whether each `%` in a text begins an encoded character, so that the text can be decoded. */
export const isPercentEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
