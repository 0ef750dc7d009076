/**
 * Sentences that come from the server and from the rules of the contract, which are the same in every language, under
 * the English sentence. `{{…}}` stands for what changes.
 */
export const texts: Readonly<Record<string, string>> = {
  'An unexpected error has occurred.': 'Ha ocurrido un error inesperado.',
};
